import type { LiveFilter } from '@headwater/contract/transcoding/routes';
import { AnchorLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/Panel.tsx';
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
          {usedBy.map(({ streamId, type, name }) => (
            <li key={streamId}>
              <AnchorLink
                to={`/$serviceId/streams/${type === 'dvr' ? 'record' : type}/$streamId`}
                params={{ serviceId: String(serviceId), streamId }}
                search={{ tab: 'settings', setting: 'transcode' }}
                size="sm"
              >
                {name}
              </AnchorLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
