import { twoStepRoutes } from '@headwater/contract/two-step/routes';
import { Code, OwnPassword } from '@headwater/contract/two-step/schema';
import { Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { CodeField } from '../../ui/CodeField.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import { twoStepQuery } from './two-step-query.ts';

type Props = { opened: boolean; onDone: (given: boolean) => void };

/** Asks for the password once more, whatever was being done. It may stand on another dialog. */
export function StepUpDialog({ opened, onDone }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={() => onDone(false)}
      title="Enter your password once more"
      // Escape would close the dialog below as well: the host listens for it.
      closeOnEscape={false}
      zIndex="var(--mantine-z-index-popover)"
    >
      <StepUpForm onDone={onDone} />
    </Modal>
  );
}

const Password = z.object({ password: OwnPassword });
const Both = Password.extend({ code: Code });

function StepUpForm({ onDone }: Pick<Props, 'onDone'>) {
  const twoStep = useQuery(twoStepQuery());
  const [wantsCode, setWantsCode] = useState(false);
  const needsCode = wantsCode || twoStep.data?.enabled === true;
  const { form, formProps, busy, problem } = useCallForm({
    initialValues: { password: '', code: '' },
    check: (values) => problemsOf(needsCode ? Both : Password, values),
    send: ({ password, code }) =>
      call(twoStepRoutes.stepUp, { body: { password, ...(code && { code }) } }).catch((error: unknown) => {
        if (error instanceof CallError && error.code === 'code_required') setWantsCode(true);
        throw error;
      }),
    onSuccess: () => onDone(true),
    failed: 'Your password could not be checked. Try again.',
  });
  return (
    <form {...formProps}>
      <Stack gap="md">
        <Text c="dimmed">What you are about to do matters. Show that it is you; this counts for ten minutes.</Text>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        {needsCode && <CodeField {...form.getInputProps('code')} autoFocus={wantsCode} />}
        <FormProblem words={problem} />
        <DialogButtons onCancel={() => onDone(false)} busy={busy}>
          Continue
        </DialogButtons>
      </Stack>
    </form>
  );
}
