import { accountRoutes } from '@headwater/contract/account/routes';
import { isSame, notSame, passwordTwice } from '@headwater/contract/account/schema';
import { messages } from '@headwater/contract/lib/messages';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { leaveSession } from '../../lib/leave-session.ts';
import { useLinkKey } from '../../lib/link-key.ts';
import { useTitle } from '../../lib/use-title.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { LinkOver } from '../../ui/LinkOver.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NewPasswordFields } from '../../ui/NewPasswordFields.tsx';
import { PlainPage } from '../../ui/PlainPage.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallForm } from '../../ui/use-call-form.ts';

const NewPasswords = z.object(passwordTwice).refine(isSame, notSame);

/** Sets a new password by a mailed link. */
export function ResetPasswordScreen(): ReactNode {
  useTitle('Set a new password');
  const key = useLinkKey();
  return <PlainPage>{key === '' ? <AskAgain incomplete /> : <ResetForm key={key} linkKey={key} />}</PlainPage>;
}

function AskAgain({ incomplete = false }: { incomplete?: boolean }) {
  return (
    <LinkOver incomplete={incomplete} action={<ButtonLink to="/forgot-password">Ask for a new link</ButtonLink>}>
      A link that sets a password works once, for an hour. A newer link ends the ones before it.
    </LinkOver>
  );
}

function ResetForm({ linkKey }: { linkKey: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { form, formProps, busy, problem, error } = useCallForm({
    initialValues: { password: '', confirmation: '' },
    check: (values) => problemsOf(NewPasswords, values),
    send: (values) => call(accountRoutes.resetPassword, { body: { key: linkKey, ...values } }),
    onSuccess: () => {
      // Every session of that person has ended; one of somebody else in this browser is left as well.
      leaveSession();
      client.clear();
      toast.success('The new password is set. Sign in with it.');
      void navigate({ to: '/login', replace: true });
    },
    failed: messages.loginFailed,
  });
  if (error instanceof CallError && error.code === 'key_expired') return <AskAgain />;
  return (
    <form {...formProps} aria-label="Set a new password">
      <Stack gap="md">
        <Title order={1}>Set a new password</Title>
        <Text c="dimmed">Wherever you are signed in, you are signed out by it.</Text>
        <FormProblem words={problem} />
        <NewPasswordFields
          label="New password"
          password={{ autoFocus: true, ...form.getInputProps('password') }}
          confirmation={form.getInputProps('confirmation')}
        />
        <Button type="submit" fullWidth loading={busy}>
          Set password
        </Button>
      </Stack>
    </form>
  );
}
