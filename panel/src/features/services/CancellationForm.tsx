import { serviceRoutes } from '@headwater/contract/services/routes';
import { CancellationRequest, type Service } from '@headwater/contract/services/schema';
import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../lib/call.ts';
import { fieldErrorsOf, wordsOf } from '../../lib/call-error.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { useRefusal } from '../../lib/permission.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { toast } from '../../ui/toast.ts';
import { useFocusWrong } from '../../ui/use-focus-wrong.ts';
import { cancellationTypes } from './cancellation-types.ts';
import { useServiceChange } from './use-service-change.ts';

type Wish = z.infer<typeof CancellationRequest>;

/** Asks when and why, and once more whether that is meant. */
export function CancellationForm({ service }: { service: Service }) {
  const navigate = useNavigate();
  const changed = useServiceChange();
  const refused = useRefusal(serviceRoutes.requestCancellation);
  const [asking, setAsking] = useState(false);
  const [formRef, focusWrong] = useFocusWrong();
  const form = useForm<Wish>({
    mode: 'controlled',
    initialValues: { type: 'End of Billing Period', reason: '' },
    validate: (values) => problemsOf(CancellationRequest, values),
  });
  const toService = { to: '/home/my-services/$id', params: { id: String(service.id) } };
  const request = useMutation({
    mutationFn: (body: Wish) => call(serviceRoutes.requestCancellation, { params: { serviceId: service.id }, body }),
    onSuccess: ({ service: next }) => {
      changed(next);
      toast.success('Your provider was asked to cancel the service');
      void navigate(toService);
    },
    onError: (error) => {
      const fields = fieldErrorsOf(error);
      if (Object.keys(fields).length === 0) return;
      form.setErrors(fields);
      setAsking(false);
      focusWrong();
    },
  });
  return (
    <Panel>
      <form ref={formRef} onSubmit={form.onSubmit(() => setAsking(true), focusWrong)} noValidate>
        <Stack gap="md" maw="40rem">
          <Radio.Group label="When should it end?" {...form.getInputProps('type')}>
            <Stack gap="sm" mt={6}>
              {cancellationTypes.map(({ type, meaning }) => (
                <Radio key={type} value={type} label={type} description={meaning} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label="Why do you want to cancel?"
            description="Your provider reads it. A few words are enough."
            rows={4}
            maxLength={2000}
            {...form.getInputProps('reason')}
          />
          <Group gap="xs">
            <Refusable reason={refused}>
              <Button type="submit" color="red">
                Request cancellation
              </Button>
            </Refusable>
            <ButtonLink {...toService} variant="default">
              Keep the service
            </ButtonLink>
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          setAsking(false);
          request.reset();
        }}
        title={`Cancel ${service.domain}?`}
        action="Request cancellation"
        cancel="Keep the service"
        busy={request.isPending}
        error={request.error && wordsOf(request.error, 'The request could not be sent. Try again.')}
        onConfirm={() => request.mutate(form.getValues())}
        danger
      >
        <b>{form.values.type}.</b> {cancellationTypes.find(({ type }) => type === form.values.type)?.meaning} You can
        withdraw the request until it has been carried out.
      </ConfirmDialog>
    </Panel>
  );
}
