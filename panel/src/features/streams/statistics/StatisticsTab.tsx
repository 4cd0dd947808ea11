import type { Stream } from '@headwater/contract/streams/schema';
import { SegmentedControl, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Tiles } from '../../../ui/Tiles.tsx';
import { When } from '../../../ui/Time.tsx';
import { TrafficChart } from '../../../ui/TrafficChart.tsx';
import { trafficTiles } from '../../../ui/traffic-tiles.ts';
import { statisticsQuery } from '../stream-queries.ts';
import { type Range, ranges, type StreamSearch } from '../stream-search.ts';
import classes from './StatisticsTab.module.css';

const rangeWords: Record<Range, string> = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days', '30d': '30 days' };

/** What the edges served of a stream. */
export default function StatisticsTab({ stream }: { serviceId: number; stream: Stream }) {
  const { range = '24h' } = useSearch({ strict: false }) as StreamSearch;
  const navigate = useNavigate();
  const query = useQuery({ ...statisticsQuery(stream, range), placeholderData: keepPreviousData });
  const traffic = query.data?.statistics;
  const choose = (next: string) =>
    void navigate({
      to: `/$serviceId/streams/${stream.type}/$streamId`,
      params: { serviceId: String(stream.serviceId), streamId: stream.id },
      search: { tab: 'statistics', ...(next !== '24h' && { range: next as Range }) },
      replace: true,
    });
  if (query.error && !traffic) {
    return (
      <Panel>
        <ErrorState error={query.error} title="The traffic could not be loaded" onRetry={() => void query.refetch()} />
      </Panel>
    );
  }
  return (
    <Stack gap="md">
      <div className={classes.range}>
        <SegmentedControl
          size="xs"
          aria-label="Time"
          data={ranges.map((value) => ({ value, label: rangeWords[value] }))}
          value={range}
          onChange={choose}
        />
        {traffic?.countedUntil && (
          <span className={classes.counted}>
            Newest figures from <When iso={traffic.countedUntil} />
          </span>
        )}
      </div>
      <Tiles tiles={trafficTiles(traffic)} loading={!traffic} />
      <Panel>
        <TrafficChart traffic={traffic} fetchedFrom="the live server" />
      </Panel>
    </Stack>
  );
}
