import { serviceRoutes } from '@headwater/contract/services/routes';
import type { Service } from '@headwater/contract/services/schema';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { wordsOf } from '../../lib/call-error.ts';
import { useRefusal } from '../../lib/permission.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { DateTime } from '../../ui/Time.tsx';
import { toast } from '../../ui/toast.ts';
import { useServiceChange } from './use-service-change.ts';

type Props = { service: Service; cancellation: NonNullable<Service['cancellation']> };

/** A request to cancel that waits for the provider, and the way to take it back. */
export function CancellationNotice({ service, cancellation }: Props) {
  const changed = useServiceChange();
  const refused = useRefusal(serviceRoutes.withdrawCancellation);
  const withdraw = useMutation({
    mutationFn: () => call(serviceRoutes.withdrawCancellation, { params: { serviceId: service.id } }),
    onSuccess: ({ service: next }) => {
      changed(next);
      toast.success('The request was withdrawn. The service goes on.');
    },
    onError: (error) => toast.error(wordsOf(error, 'The request could not be withdrawn. Try again.')),
  });
  return (
    <Panel
      title={<StateDot tone="pending" word="Cancellation requested" />}
      aside={
        <Refusable reason={refused}>
          <Button variant="default" size="xs" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw the request
          </Button>
        </Refusable>
      }
    >
      <Facts
        facts={[
          { label: 'When', value: cancellation.type },
          { label: 'Reason', value: cancellation.reason },
          { label: 'Requested', value: <DateTime iso={cancellation.requestedAt} /> },
        ]}
      />
    </Panel>
  );
}
