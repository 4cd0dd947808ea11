import type { Zone } from '@headwater/contract/zones/schema';
import { DeploymentState } from './DeploymentState.tsx';
import { StateDot } from './StateDot.tsx';
import classes from './ZoneState.module.css';

type Props = { zone: Pick<Zone, 'status' | 'deployment' | 'deletedAt'>; brief?: boolean };

/** Whether a zone serves: deleted, disabled, or what its deployment says. */
export function ZoneState({ zone, brief = false }: Props) {
  if (zone.deletedAt) return <StateDot tone="off" word="Deleted" at={zone.deletedAt} />;
  if (zone.status === 0) return <DeploymentState deployment={zone.deployment} brief={brief} />;
  return (
    <span className={classes.root}>
      <StateDot tone="off" word="Disabled" />
      {(!brief || zone.deployment.state !== 'live') && <DeploymentState deployment={zone.deployment} brief={brief} />}
    </span>
  );
}
