import { Alert, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallError } from '../../lib/call-error.ts';
import { useServiceId } from '../../lib/current-service.ts';
import { deploymentPoll } from '../../lib/deployment-poll.ts';
import { useTitle } from '../../lib/use-title.ts';
import { zoneQuery } from '../../lib/zone-queries.ts';
import type { ZoneSearch, ZoneTab } from '../../lib/zone-search.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { AnchorLink, ButtonLink } from '../../ui/links.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from '../../ui/Tabs.module.css';
import { useSelectedInView } from '../../ui/use-selected-in-view.ts';
import { ZoneState } from '../../ui/ZoneState.tsx';
import { DangerTab } from './DangerTab.tsx';
import { DeletedZone } from './DeletedZone.tsx';
import { OriginTab } from './OriginTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PurgeTab } from './PurgeTab.tsx';

/** One HTTP pull zone. The tab stands in the address. */
export function ZoneScreen(): ReactNode {
  const serviceId = useServiceId();
  const { zoneId = '' } = useParams({ strict: false }) as { zoneId?: string };
  const { tab = 'overview' } = useSearch({ strict: false }) as ZoneSearch;
  const navigate = useNavigate();
  const tabs = useSelectedInView<HTMLDivElement>(tab);
  const query = useQuery({
    ...zoneQuery(serviceId, zoneId),
    refetchInterval: ({ state }) => deploymentPoll(state.data && [state.data.zone]),
  });
  const zone = query.data?.zone;
  useTitle(zone?.name ?? 'Zone', 'HTTP pull zones');
  const params = { serviceId: String(serviceId) };
  if (query.error && !zone) {
    const gone = query.error instanceof CallError && query.error.status === 404;
    return (
      <Page title="Zone">
        <Panel>
          {gone ? (
            <EmptyState
              title="This zone does not exist"
              action={
                <ButtonLink to="/$serviceId/zones/http/pull" params={params}>
                  See all zones
                </ButtonLink>
              }
            >
              It belongs to another service, or it was deleted more than 30 days ago.
            </EmptyState>
          ) : (
            <ErrorState error={query.error} title="The zone could not be loaded" onRetry={() => void query.refetch()} />
          )}
        </Panel>
      </Page>
    );
  }
  const show = (next: string | null) =>
    void navigate({
      to: '/$serviceId/zones/http/pull/$zoneId',
      params: { ...params, zoneId },
      search: next === 'overview' || next === null ? {} : { tab: next as ZoneTab },
    });
  return (
    <Page
      title={zone?.name ?? <Skeleton height={24} width={180} my={2} />}
      aside={zone && <ZoneState zone={zone} />}
      lead={
        <>
          <AnchorLink to="/$serviceId/zones/http/pull" params={params} size="sm">
            HTTP pull zones
          </AnchorLink>
          {zone ? <Copyable value={zone.hostname} what="host name" /> : <Skeleton height={12} width={200} />}
        </>
      }
    >
      {zone?.deletedAt ? (
        <DeletedZone zone={zone} />
      ) : (
        <Tabs value={tab} onChange={show} keepMounted={false}>
          <Tabs.List ref={tabs} mb="md" aria-label="Zone" className={classes.tabs}>
            <Tabs.Tab value="overview">Overview</Tabs.Tab>
            <Tabs.Tab value="origin">Origin and caching</Tabs.Tab>
            <Tabs.Tab value="purge">Purge</Tabs.Tab>
            <Tabs.Tab value="danger">Danger zone</Tabs.Tab>
          </Tabs.List>
          {zone?.status === 1 && tab !== 'danger' && (
            <Alert color="yellow" mb="md">
              This zone is disabled: it answers every request with a page that says so. Enable it under Danger zone.
            </Alert>
          )}
          <Tabs.Panel value="overview">
            <OverviewTab serviceId={serviceId} zoneId={zoneId} zone={zone} />
          </Tabs.Panel>
          <Tabs.Panel value="origin">{zone && <OriginTab zone={zone} />}</Tabs.Panel>
          <Tabs.Panel value="purge">{zone && <PurgeTab zone={zone} />}</Tabs.Panel>
          <Tabs.Panel value="danger">{zone && <DangerTab zone={zone} />}</Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}
