import { streamDefaultRoutes } from '@headwater/contract/streams/default-routes';
import { Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useServiceId } from '../../../lib/current-service.ts';
import { useRefusal } from '../../../lib/permission.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import tabClasses from '../../../ui/Tabs.module.css';
import { useSelectedInView } from '../../../ui/use-selected-in-view.ts';
import { DefaultForm } from './DefaultForm.tsx';
import { type DefaultPage, defaultPages } from './default-pages.ts';
import { defaultsQuery } from './defaults-query.ts';
import { ReadOnlyNotice } from './ReadOnlyNotice.tsx';

const TranscodingLists = lazy(() => import('../transcoding/TranscodingLists.tsx'));

/** A page of a service's defaults: what its new streams begin with. */
export function DefaultsScreen({ page }: { page: DefaultPage }) {
  const serviceId = useServiceId();
  const navigate = useNavigate();
  const refused = useRefusal(streamDefaultRoutes.saveStreamDefault);
  const tabs = useSelectedInView<HTMLDivElement>(page.path);
  const query = useQuery(defaultsQuery(serviceId));
  const defaults = query.data?.defaults;
  useTitle(page.title, 'Live settings');
  const show = (path: string | null) => {
    const params = { serviceId: String(serviceId) };
    if (path !== null) void navigate({ to: `/$serviceId/streams/settings/${path}`, params });
  };
  return (
    <Page title="Live settings" lead="What new live streams of this service begin with. Each stream can have its own.">
      <Tabs value={page.path} onChange={show}>
        <Tabs.List ref={tabs} aria-label="Settings of live streams" className={tabClasses.tabs}>
          {defaultPages.map(({ path, title }) => (
            <Tabs.Tab key={path} value={path}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {defaultPages.map(({ path }) => (
          <Tabs.Panel key={path} value={path} pt="md">
            {path === page.path && (
              <Stack gap="md">
                {refused !== null && <ReadOnlyNotice what="these settings" />}
                {query.error && !defaults ? (
                  <Panel>
                    <ErrorState
                      error={query.error}
                      title="The settings could not be loaded"
                      onRetry={() => void query.refetch()}
                    />
                  </Panel>
                ) : (
                  page.settings.map((name) =>
                    defaults ? (
                      <DefaultForm
                        key={name}
                        serviceId={serviceId}
                        defaults={defaults}
                        name={name}
                        alone={page.settings.length === 1}
                      />
                    ) : (
                      <Skeleton key={name} height={280} />
                    ),
                  )
                )}
                {path === 'live-transcoding' && (
                  <Suspense fallback={<Skeleton height={320} />}>
                    <TranscodingLists serviceId={serviceId} />
                  </Suspense>
                )}
              </Stack>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
