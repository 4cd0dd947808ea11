import { serviceRoutes } from '@headwater/contract/services/routes';
import { NewTrial, type Product } from '@headwater/contract/services/schema';
import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { servicesQuery } from '../../lib/service-list.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallForm } from '../../ui/use-call-form.ts';

type Props = { /** Null while nothing is chosen. */ product: Product | null; onClose: () => void };

/** Asks for what a service needs besides its product, and leads into it. */
export function StartTrialDialog({ product, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const attempt = useAttempt();
  // What is being closed keeps its words until it is gone.
  const [last, setLast] = useState(product);
  if (product !== null && product !== last) setLast(product);
  const bodyOf = ({ domain }: { domain: string }) => ({ product: last?.id ?? '', domain });
  const { form, formProps, busy, problem, clear } = useCallForm({
    initialValues: { domain: '' },
    check: (values) => problemsOf(NewTrial, bodyOf(values)),
    send: (values) => {
      const body = bodyOf(values);
      return attempt(body, (headers) => call(serviceRoutes.startTrial, { body }, { headers }));
    },
    onSuccess: ({ service }) => {
      // What is known until now is that there is no service.
      client.removeQueries({ queryKey: servicesQuery().queryKey });
      void client.invalidateQueries({ queryKey: [serviceRoutes.listProducts.path] });
      toast.success(`Your trial of ${service.product} has begun`);
      void navigate({ to: '/$serviceId', params: { serviceId: String(service.id) } });
    },
    failed: 'The trial could not be started. Try again.',
  });
  return (
    <Modal
      opened={product !== null}
      onClose={onClose}
      title={`Start ${last?.name ?? 'trial'}`}
      onExitTransitionEnd={clear}
    >
      <form {...formProps}>
        <Stack gap="md">
          <Text c="dimmed">
            The trial lasts {last?.trialDays} days and ends by itself: nothing is charged afterwards.
          </Text>
          <TextInput
            label="Domain"
            description="What you know the service by, as a rule your site's own domain. Nothing is changed there."
            placeholder="example.com"
            classNames={{ input: 'mono' }}
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('domain')}
          />
          <FormProblem words={problem ?? form.errors.product?.toString() ?? null} />
          <DialogButtons onCancel={onClose} busy={busy}>
            Start trial
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
