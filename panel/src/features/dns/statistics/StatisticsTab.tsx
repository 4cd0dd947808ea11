import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Button, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../../lib/call.ts';
import { useNow } from '../../../lib/use-now.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Tiles } from '../../../ui/Tiles.tsx';
import type { DnsSearch, StatisticsSpan } from '../dns-search.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure, useLoadFailure } from '../tell-failure.ts';
import { GapNotice } from './GapNotice.tsx';
import { QueryChart } from './QueryChart.tsx';
import { queryTiles } from './query-tiles.ts';
import { SpanBar } from './SpanBar.tsx';
import { readAt, spanFailures, spanQuery } from './spans.ts';

/** How often a domain was asked for, what for, and what was answered. Span and date stand in the address. */
export default function StatisticsTab({ domain }: { domain: DnsDomain }) {
  const { span = '30d', at: given } = useSearch({ strict: false }) as DnsSearch;
  const navigate = useNavigate();
  const now = useNow();
  const at = readAt(span, given, now);
  const query = useQuery({
    ...spanQuery(paramsOf(domain), span, at),
    placeholderData: keepPreviousData,
  });
  useLoadFailure(spanFailures[span], query.error);
  const statistics = query.data?.statistics;
  const show = (next: StatisticsSpan, nextAt: string | null) =>
    void navigate({
      to: '/$serviceId/dns',
      params: { serviceId: String(domain.serviceId) },
      search: {
        domain: domain.id,
        tab: 'statistics',
        ...(next !== '30d' && { span: next }),
        ...(nextAt !== null && { at: nextAt }),
      },
      replace: true,
    });
  const download = useMutation({
    mutationFn: ({ from, until }: { from: string; until: string }) =>
      call(dnsRoutes.exportDnsStatistics, { params: paramsOf(domain), body: { from, until } }),
    // The browser opens it by itself and sends no headers, hence the ticket in place of the token.
    onSuccess: ({ ticket }) => location.assign(ticket.url),
    onError: (error) => tellFailure('Failed to export statistics', error),
  });
  return (
    <Stack gap="md">
      <SpanBar span={span} at={at} createdAt={domain.createdAt} countedUntil={statistics?.countedUntil} onShow={show}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          loading={download.isPending}
          disabled={!statistics}
          onClick={() => statistics && download.mutate(statistics)}
        >
          Export CSV
        </Button>
      </SpanBar>
      {query.error && !statistics ? (
        <Panel>
          <ErrorState error={query.error} title={spanFailures[span]} onRetry={() => void query.refetch()} />
        </Panel>
      ) : (
        <>
          {statistics && <GapNotice gaps={statistics.gaps} />}
          <Tiles tiles={queryTiles(statistics)} loading={!statistics} />
          <Panel>
            <QueryChart statistics={statistics} />
          </Panel>
        </>
      )}
    </Stack>
  );
}
