import { serviceRoutes } from '@headwater/contract/services/routes';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRefusal } from '../../lib/permission.ts';
import { whyClosed } from '../../lib/service-list.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { CancellationNotice } from './CancellationNotice.tsx';
import { FavouriteButton } from './FavouriteButton.tsx';
import { isOver, useMyServiceId } from './my-service.ts';
import { NoService } from './NoService.tsx';
import { ServiceFacts } from './ServiceFacts.tsx';
import { serviceQuery } from './service-query.ts';
import { useVerified } from './use-verified.ts';

/** One service of the account: what it is, and the ways in and out of it. */
export function ServiceScreen(): ReactNode {
  const id = useMyServiceId();
  const query = useQuery({ ...serviceQuery(id ?? 0), enabled: id !== null });
  const emailVerified = useVerified();
  const refused = useRefusal(serviceRoutes.requestCancellation);
  const service = query.data?.service;
  useTitle(service?.domain ?? 'Service', 'My services');
  if (id === null || (query.error && !service)) {
    return <NoService error={query.error} onRetry={() => void query.refetch()} />;
  }
  const closed = service ? whyClosed(service, emailVerified) : null;
  const params = { id: String(id) };
  return (
    <Page
      title={service?.domain ?? <Skeleton height={24} width={220} my={2} />}
      aside={service && <FavouriteButton service={service} />}
      lead={service && <span>{service.product}</span>}
      actions={
        service && (
          <Refusable reason={closed}>
            <ButtonLink to="/$serviceId" params={{ serviceId: String(id) }}>
              Open dashboard
            </ButtonLink>
          </Refusable>
        )
      }
    >
      <Stack gap="md">
        {service?.cancellation && <CancellationNotice service={service} cancellation={service.cancellation} />}
        <Panel title="Service">
          <ServiceFacts service={service} />
        </Panel>
        {service && !service.cancellation && !isOver(service) && (
          <Panel
            title="Cancel the service"
            aside={
              <Refusable reason={refused}>
                <ButtonLink
                  to="/home/my-services/$id/service-cancellation"
                  params={params}
                  variant="outline"
                  color="red"
                  size="xs"
                >
                  Request cancellation
                </ButtonLink>
              </Refusable>
            }
          >
            Your provider is asked to end the service. You can withdraw the request until it has been carried out.
          </Panel>
        )}
      </Stack>
    </Page>
  );
}
