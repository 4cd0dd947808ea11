import type { LiveFilter } from '@headwater/contract/transcoding/routes';
import { Panel } from '../../../ui/Panel.tsx';
import { SettingLink } from '../settings/SettingLink.tsx';
import classes from './UsedBy.module.css';

type Props = { serviceId: number; what: string; usedBy: LiveFilter['usedBy'] };

/** The streams that use a profile or a filter: its changes reach them at once. */
export function UsedBy({ serviceId, what, usedBy }: Props) {
  return (
    <Panel title="Used by">
      {usedBy.length === 0 ? (
        `No stream uses this ${what}.`
      ) : (
        <ul className={classes.list}>
          {usedBy.map((stream) => (
            <li key={stream.streamId}>
              <SettingLink serviceId={serviceId} stream={stream} setting="transcode" />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
