import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTitle } from '../../lib/use-title.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AnchorLink, ButtonLink } from '../../ui/links.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { CancellationForm } from './CancellationForm.tsx';
import { CancellationNotice } from './CancellationNotice.tsx';
import { isOver, useMyServiceId } from './my-service.ts';
import { NoService } from './NoService.tsx';
import { serviceQuery } from './service-query.ts';

/** Where a customer asks the provider to cancel a service. */
export function CancellationScreen(): ReactNode {
  const id = useMyServiceId();
  const query = useQuery({ ...serviceQuery(id ?? 0), enabled: id !== null });
  const service = query.data?.service;
  useTitle('Cancel service', service?.domain);
  if (id === null || (query.error && !service)) {
    return <NoService error={query.error} onRetry={() => void query.refetch()} />;
  }
  const params = { id: String(id) };
  return (
    <Page
      title="Cancel service"
      lead={
        service ? (
          <>
            <AnchorLink to="/home/my-services/$id" params={params} size="sm">
              {service.domain}
            </AnchorLink>
            <span>{service.product}</span>
          </>
        ) : (
          <Skeleton height={12} width={200} />
        )
      }
    >
      {service?.cancellation && <CancellationNotice service={service} cancellation={service.cancellation} />}
      {service && !service.cancellation && isOver(service) && (
        <Panel>
          <EmptyState
            title={`This service is ${service.domainstatus.toLowerCase()} already`}
            action={
              <ButtonLink to="/home/my-services/$id" params={params}>
                Back to the service
              </ButtonLink>
            }
          >
            There is nothing left to cancel.
          </EmptyState>
        </Panel>
      )}
      {service && !service.cancellation && !isOver(service) && <CancellationForm service={service} />}
    </Page>
  );
}
