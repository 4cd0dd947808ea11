import { twoStepRoutes } from '@headwater/contract/two-step/routes';
import { Code, OwnPassword } from '@headwater/contract/two-step/schema';
import { Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { CodeField } from '../../ui/CodeField.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
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
        <DialogButtons onCancel={onClose} danger busy={busy}>
          Switch off
        </DialogButtons>
      </Stack>
    </form>
  );
}
