import { twoStepRoutes } from '@headwater/contract/two-step/routes';
import { Code, OwnPassword } from '@headwater/contract/two-step/schema';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { CodeField } from '../../ui/CodeField.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallForm } from '../../ui/use-call-form.ts';
import { refreshSignIn } from './two-step-query.ts';

type Props = { opened: boolean; onClose: () => void };

export function SwitchOffDialog({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Switch two-step sign-in off?">
      <SwitchOffForm onClose={onClose} />
    </Modal>
  );
}

const Both = z.object({ password: OwnPassword, code: Code });

function SwitchOffForm({ onClose }: Pick<Props, 'onClose'>) {
  const client = useQueryClient();
  const { form, formProps, busy, problem } = useCallForm({
    initialValues: { password: '', code: '' },
    check: (values) => problemsOf(Both, values),
    send: (body) => call(twoStepRoutes.disableTwoStep, { body }),
    onSuccess: () => {
      toast.success('Two-step sign-in is off.');
      refreshSignIn(client);
      onClose();
    },
    failed: 'Two-step sign-in could not be switched off. Try again.',
  });
  return (
    <form {...formProps}>
      <Stack gap="md">
        <Text>Your password alone signs you in then, and your recovery codes no longer work.</Text>
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <CodeField {...form.getInputProps('code')} />
        <FormProblem words={problem} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={busy}>
            Switch off
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
