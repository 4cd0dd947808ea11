import type { Zone } from '@headwater/contract/zones/schema';
import { SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { zoneStatisticsQuery } from '../../lib/zone-queries.ts';
import { ranges, type ZoneSearch } from '../../lib/zone-search.ts';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Tiles } from '../../ui/Tiles.tsx';
import { When } from '../../ui/Time.tsx';
import { TrafficChart } from '../../ui/TrafficChart.tsx';
import { trafficTiles } from '../../ui/traffic-tiles.ts';
import classes from './OverviewTab.module.css';
import { TopCountries, TopPaths } from './TopTables.tsx';
import { TryWords } from './TryWords.tsx';
import { ZoneFacts } from './ZoneFacts.tsx';

const rangeWords = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days', '30d': '30 days' };

type Props = { serviceId: number; zoneId: string; zone: Zone | undefined };

/** What the zone is called, how to try it, and what it served. */
export function OverviewTab({ serviceId, zoneId, zone }: Props) {
  const { range = '24h' } = useSearch({ strict: false }) as ZoneSearch;
  const navigate = useNavigate();
  const query = useQuery({ ...zoneStatisticsQuery(serviceId, zoneId, range), placeholderData: keepPreviousData });
  const traffic = query.data?.statistics;
  const choose = (next: string) =>
    void navigate({
      to: '/$serviceId/zones/http/pull/$zoneId',
      params: { serviceId: String(serviceId), zoneId },
      search: next === '24h' ? {} : { range: next as (typeof ranges)[number] },
      replace: true,
    });
  return (
    <Stack gap="md">
      <div className={classes.pair}>
        <Panel title="Zone">
          <ZoneFacts zone={zone} />
        </Panel>
        <Panel title="Try it">
          <p className={classes.text}>
            <TryWords zone={zone} />
          </p>
          {zone ? (
            <CodeBlock what="command" code={`curl -sI ${zone.url.replace(/\/?$/, '/')}`} />
          ) : (
            <Skeleton height={40} />
          )}
        </Panel>
      </div>
      {query.error && !traffic ? (
        <Panel>
          <ErrorState
            error={query.error}
            title="The traffic could not be loaded"
            onRetry={() => void query.refetch()}
          />
        </Panel>
      ) : (
        <>
          <div className={classes.range}>
            <h2 className={classes.heading}>Traffic</h2>
            <SegmentedControl
              size="xs"
              aria-label="Time"
              data={ranges.map((value) => ({ value, label: rangeWords[value] }))}
              value={range}
              onChange={choose}
            />
            <span className={classes.counted}>
              {traffic?.countedUntil && (
                <>
                  Newest figures from <When iso={traffic.countedUntil} />
                </>
              )}
            </span>
          </div>
          <Tiles tiles={trafficTiles(traffic)} loading={!traffic} />
          <Panel>
            <TrafficChart traffic={traffic} />
          </Panel>
          <div className={classes.pair}>
            <Panel title="Top paths" flush>
              <TopPaths rows={traffic?.paths} />
            </Panel>
            <Panel title="Countries" flush>
              <TopCountries rows={traffic?.countries} total={traffic?.totals.requests ?? 0} />
            </Panel>
          </div>
        </>
      )}
    </Stack>
  );
}
