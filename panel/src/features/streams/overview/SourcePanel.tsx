import type { Stream } from '@headwater/contract/streams/schema';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import classes from './OverviewTab.module.css';

const places = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];

/** Where a stream is fetched from, in the order in which that is tried. */
export function SourcePanel({ stream }: { stream: Stream }) {
  return (
    <div className={classes.ingest}>
      <Panel
        title="Fetched from"
        aside={
          <ButtonLink
            to={`/$serviceId/streams/${stream.type}/$streamId`}
            params={{ serviceId: String(stream.serviceId), streamId: stream.id }}
            search={{ tab: 'sources' }}
            variant="default"
            size="compact-sm"
          >
            Change
          </ButtonLink>
        }
      >
        <Facts
          facts={stream.sources.map(({ url }, index) => ({
            label: places[index] ?? String(index + 1),
            value: <Copyable value={url} what={`source ${index + 1}`} whole />,
          }))}
        />
      </Panel>
    </div>
  );
}
