import { serviceRoutes } from '@headwater/contract/services/routes';
import type { Product } from '@headwater/contract/services/schema';
import { Alert, Anchor, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { settingsQuery } from '../../lib/provider.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { PlanGroups } from './PlanGroups.tsx';
import type { PlansSearch } from './plans-search.ts';
import { StartTrialDialog } from './StartTrialDialog.tsx';

/** The catalogue, what can be tried first. */
export function Plans() {
  const { tab = 'trial' } = useSearch({ strict: false }) as PlansSearch;
  const navigate = useNavigate();
  const catalogue = useQuery(ask(serviceRoutes.listProducts, {}));
  const settings = useQuery({ ...settingsQuery(), staleTime: Infinity });
  const [chosen, setChosen] = useState<Product | null>(null);
  const { groups = [], trialAvailable = true } = catalogue.data ?? {};
  const inTab = (name: Product['tab']) =>
    groups
      .map((group) => ({ ...group, products: group.products.filter((product) => product.tab === name) }))
      .filter(({ products }) => products.length > 0);
  const [trials, paid] = [inTab('Trial'), inTab('Paid')];
  const support = settings.data?.links.support ?? null;
  if (catalogue.error && !catalogue.data) {
    return (
      <ErrorState
        error={catalogue.error}
        title="The plans could not be loaded"
        onRetry={() => void catalogue.refetch()}
      />
    );
  }
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Choose a plan</Title>
        <Text c="dimmed">
          {trialAvailable
            ? 'Your account has no service yet. A trial costs nothing and begins at once.'
            : 'What your provider offers.'}
        </Text>
      </div>
      {!trialAvailable && (
        <Alert color="spring">
          Your account has had a service already: a trial is for new accounts.{' '}
          <AnchorLink to="/home" inherit underline="always" preload={false}>
            Go to your services
          </AnchorLink>
        </Alert>
      )}
      {!catalogue.data && <Skeleton height={260} />}
      {catalogue.data && (
        <Tabs
          value={paid.length > 0 ? tab : 'trial'}
          onChange={(next) =>
            void navigate({ to: '/plan-selection', search: next === 'paid' ? { tab: 'paid' } : {}, replace: true })
          }
          keepMounted={false}
        >
          <Tabs.List mb="md" aria-label="Plans">
            <Tabs.Tab value="trial">Trial</Tabs.Tab>
            {paid.length > 0 && <Tabs.Tab value="paid">Paid</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="trial">
            {trials.length > 0 ? (
              <PlanGroups groups={trials} {...(trialAvailable && { onChoose: setChosen })} />
            ) : (
              <EmptyState title="No trial is offered at the moment">Ask your provider for a service.</EmptyState>
            )}
          </Tabs.Panel>
          <Tabs.Panel value="paid">
            <Text mb="sm">
              {support === null ? (
                'Ask your provider for one of these.'
              ) : (
                <Anchor href={support} target="_blank" rel="noopener" inherit underline="always">
                  Ask your provider
                </Anchor>
              )}
              {support !== null && ' for one of these.'}
            </Text>
            <PlanGroups groups={paid} />
          </Tabs.Panel>
        </Tabs>
      )}
      <StartTrialDialog product={chosen} onClose={() => setChosen(null)} />
    </Stack>
  );
}
