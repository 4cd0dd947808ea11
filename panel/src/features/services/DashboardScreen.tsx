import { zoneRoutes } from '@headwater/contract/zones/routes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useService, useServiceId } from '../../lib/current-service.ts';
import { listPoll } from '../../lib/deployment-poll.ts';
import { useRefusal, viewRefusal } from '../../lib/permission.ts';
import { useNow } from '../../lib/use-now.ts';
import { useTitle } from '../../lib/use-title.ts';
import { allRows, serviceStatisticsQuery, zonesQuery } from '../../lib/zone-queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Tiles } from '../../ui/Tiles.tsx';
import { When } from '../../ui/Time.tsx';
import { TrafficChart } from '../../ui/TrafficChart.tsx';
import { trafficTiles } from '../../ui/traffic-tiles.ts';
import { AttentionPanel } from './AttentionPanel.tsx';
import { DashboardZones } from './DashboardZones.tsx';
import { FirstZone } from './FirstZone.tsx';
import { trialWords } from './trial-words.ts';

/** A service at a glance: its traffic, its zones, and what needs attention. */
export function DashboardScreen(): ReactNode {
  const serviceId = useServiceId();
  const service = useService();
  const refused = useRefusal(zoneRoutes.listZones);
  useTitle('Dashboard', service?.domain);
  const traffic = useQuery({ ...serviceStatisticsQuery(serviceId, '24h'), enabled: refused === null });
  const zones = useQuery({
    ...zonesQuery(serviceId, { sort: 'requests', order: 'desc', rows: allRows }),
    enabled: refused === null,
    refetchInterval: ({ state }) => listPoll(state.data?.zones),
  });
  const statistics = traffic.data?.statistics;
  const now = useNow();
  const trial = trialWords(service?.trialEndsAt ?? null, now);
  const zoneless = zones.data?.total === 0;
  if (refused !== null) {
    return (
      <Page title={service?.domain ?? 'Dashboard'}>
        <Panel>
          <EmptyState title="No access to zones">{viewRefusal}</EmptyState>
        </Panel>
      </Page>
    );
  }
  return (
    <Page
      title={service?.domain ?? 'Dashboard'}
      lead={
        service && (
          <>
            <span>
              {service.product} · <span className="mono">{service.id}</span>
              {trial !== null && ` · ${trial}`}
            </span>
            {statistics?.countedUntil && (
              <span>
                Newest figures from <When iso={statistics.countedUntil} />
              </span>
            )}
          </>
        )
      }
    >
      {zoneless && <FirstZone serviceId={serviceId} />}
      {traffic.error && !statistics ? (
        <Panel>
          <ErrorState
            error={traffic.error}
            title="The traffic could not be loaded"
            onRetry={() => void traffic.refetch()}
          />
        </Panel>
      ) : (
        <>
          <Tiles tiles={trafficTiles(statistics)} loading={statistics === undefined} />
          <Panel title="Traffic, last 24 hours">
            <TrafficChart traffic={statistics} />
          </Panel>
        </>
      )}
      <AttentionPanel
        serviceId={serviceId}
        zones={zones.data?.zones}
        total={zones.data?.total ?? 0}
        traffic={statistics}
      />
      {!zoneless && (
        <DashboardZones
          serviceId={serviceId}
          zones={zones.data?.zones}
          total={zones.data?.total ?? 0}
          error={zones.error}
          onRetry={() => void zones.refetch()}
        />
      )}
    </Page>
  );
}
