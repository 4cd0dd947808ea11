import { accountRoutes } from '@headwater/contract/account/routes';
import { Email } from '@headwater/contract/account/schema';
import { messages } from '@headwater/contract/lib/messages';
import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { getToken } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { AnchorLink, ButtonLink } from '../../ui/links.tsx';
import { PlainPage } from '../../ui/PlainPage.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import { CheckMail } from './CheckMail.tsx';

const Asked = z.object({ email: Email });

/** Asks for the link that sets a new password. */
export function ForgotPasswordScreen(): ReactNode {
  const [sentTo, setSentTo] = useState<string | null>(null);
  useTitle(sentTo === null ? 'Forgot password' : 'Check your e-mail');
  const { form, formProps, busy, problem } = useCallForm({
    initialValues: { email: '' },
    check: (values) => problemsOf(Asked, values),
    send: (body) => call(accountRoutes.forgotPassword, { body }),
    onSuccess: (_, { email }) => setSentTo(email.trim()),
    failed: messages.loginFailed,
  });
  const [back, backWords] = getToken() === null ? (['/login', 'Sign in'] as const) : (['/home', 'Home'] as const);
  if (sentTo !== null) {
    return (
      <PlainPage>
        <CheckMail
          otherwise="Nothing there after a few minutes? Look among the spam, and check that it is the address that you sign in with."
          actions={
            <>
              <ButtonLink to={back}>{backWords}</ButtonLink>
              <Button variant="default" onClick={() => setSentTo(null)}>
                Change the address
              </Button>
            </>
          }
        >
          If an account signs in as <b>{sentTo}</b>, a message with a link is on its way. The link works once, for an
          hour.
        </CheckMail>
      </PlainPage>
    );
  }
  return (
    <PlainPage
      footer={
        <AnchorLink to={back} inherit>
          Back to {backWords.toLowerCase()}
        </AnchorLink>
      }
    >
      <form {...formProps} aria-label="Forgot password">
        <Stack gap="md">
          <Title order={1}>Forgot password?</Title>
          <Text c="dimmed">
            Enter the address that you sign in with. We send a link there that sets a new password.
          </Text>
          <FormProblem words={problem} />
          <TextInput
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          <Button type="submit" fullWidth loading={busy}>
            Send the link
          </Button>
        </Stack>
      </form>
    </PlainPage>
  );
}
