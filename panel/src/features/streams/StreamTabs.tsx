import type { Stream, StreamType } from '@headwater/contract/streams/schema';
import { Alert, Skeleton, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useServiceId } from '../../lib/current-service.ts';
import classes from '../../ui/Tabs.module.css';
import { useSelectedInView } from '../../ui/use-selected-in-view.ts';
import { type StreamSearch, type StreamTab, streamTabs } from './stream-search.ts';

type TabProps = { serviceId: number; stream: Stream };

const tabs: Record<StreamTab, { label: string; Content: ComponentType<TabProps> }> = {
  overview: { label: 'Overview', Content: lazy(() => import('./overview/OverviewTab.tsx')) },
  sources: { label: 'Sources', Content: lazy(() => import('./sources/SourcesTab.tsx')) },
  sessions: { label: 'Sessions', Content: lazy(() => import('./sessions/SessionsTab.tsx')) },
  recordings: { label: 'Recordings', Content: lazy(() => import('./recordings/RecordingsTab.tsx')) },
  statistics: { label: 'Statistics', Content: lazy(() => import('./statistics/StatisticsTab.tsx')) },
  processes: { label: 'Processes', Content: lazy(() => import('./processes/ProcessesTab.tsx')) },
  settings: { label: 'Settings', Content: lazy(() => import('./settings/SettingsTab.tsx')) },
  manage: { label: 'Manage', Content: lazy(() => import('./manage/ManageTab.tsx')) },
};

type Props = { stream: Stream | undefined; type: StreamType; id: string };

const placeholder = <Skeleton height={320} />;

/** Only what is fetched has sources. */
const tabsOf = (stream: Stream | undefined): readonly StreamTab[] =>
  stream?.input === 'pull' ? streamTabs : streamTabs.filter((tab) => tab !== 'sources');

/** The tabs of a stream. */
export function StreamTabs({ stream, type, id }: Props) {
  const serviceId = useServiceId();
  const { tab: wanted = 'overview' } = useSearch({ strict: false }) as StreamSearch;
  const shown = tabsOf(stream);
  const tab = shown.includes(wanted) || !stream ? wanted : 'overview';
  const navigate = useNavigate();
  const list = useSelectedInView<HTMLDivElement>(tab);
  const show = (next: string | null) =>
    void navigate({
      to: `/$serviceId/streams/${type}/$streamId`,
      params: { serviceId: String(serviceId), streamId: id },
      search: next === 'overview' || next === null ? {} : { tab: next as StreamTab },
    });
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Tabs.List ref={list} mb="md" aria-label="Stream" className={classes.tabs}>
        {shown.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {tabs[name].label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {stream?.status === 1 && tab !== 'manage' && (
        <Alert color="yellow" mb="md">
          This stream is disabled: nobody can publish to it or watch it. Enable it under Manage.
        </Alert>
      )}
      {shown.map((name) => {
        const { Content } = tabs[name];
        return (
          <Tabs.Panel key={name} value={name}>
            <Suspense fallback={placeholder}>
              {stream ? <Content serviceId={serviceId} stream={stream} /> : placeholder}
            </Suspense>
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
