import type { Zone } from '@headwater/contract/zones/schema';
import { deploymentWords } from '../lib/deployment-words.ts';
import { DeploymentState } from './DeploymentState.tsx';
import { StateDot } from './StateDot.tsx';

type Props = { zone: Pick<Zone, 'status' | 'deployment' | 'deletedAt'>; brief?: boolean };

/** Whether a zone serves: deleted, disabled, or what its deployment says. */
export function ZoneState({ zone, brief = false }: Props) {
  const { deployment } = zone;
  if (zone.deletedAt) return <StateDot tone="off" word="Deleted" at={zone.deletedAt} wrap={!brief} />;
  // A disabled zone is only disabled once the edges know; until then its deployment is what counts.
  if (zone.status === 0 || deployment.state !== 'live')
    return <DeploymentState deployment={deployment} brief={brief} />;
  if (brief) return <StateDot tone="off" word="Disabled" />;
  const { details } = deploymentWords(deployment);
  return <StateDot tone="off" word="Disabled" detail={details} at={deployment.changedAt} wrap />;
}
