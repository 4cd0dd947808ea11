import type { DnsDomain } from '@headwater/contract/dns/domain';
import { deploymentWords } from '../../lib/deployment-words.ts';
import { DeploymentState } from '../../ui/DeploymentState.tsx';
import { StateDot } from '../../ui/StateDot.tsx';

type Props = { domain: Pick<DnsDomain, 'status' | 'deployment' | 'deleted'>; brief?: boolean };

/** Whether a domain is answered: deleted, disabled, or what its deployment says. */
export function DomainState({ domain, brief = false }: Props) {
  const { deployment, deleted, status } = domain;
  if (deleted) return <StateDot tone="off" word="Deleted" at={deleted} wrap={!brief} />;
  // A disabled domain is only disabled once the name servers know; until then its deployment is what counts.
  if (status === 1 || deployment.state !== 'live') {
    return <DeploymentState deployment={deployment} node="name server" brief={brief} />;
  }
  if (brief) return <StateDot tone="off" word="Disabled" />;
  const { details } = deploymentWords(deployment, 'Live', 'name server');
  return <StateDot tone="off" word="Disabled" detail={details} at={deployment.changedAt} wrap />;
}
