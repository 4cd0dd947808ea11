import { accountRoutes } from '@headwater/contract/account/routes';
import { Registration } from '@headwater/contract/account/schema';
import { messages } from '@headwater/contract/lib/messages';
import { Button, Stack, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../../lib/call.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { useTitle } from '../../lib/use-title.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { AnchorLink, ButtonLink } from '../../ui/links.tsx';
import { NewPasswordFields } from '../../ui/NewPasswordFields.tsx';
import { PlainPage } from '../../ui/PlainPage.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import { CheckMail } from './CheckMail.tsx';

/** Creates an account. It opens once the address is verified, so nobody is signed in by it. */
export function SignUpScreen(): ReactNode {
  const [sentTo, setSentTo] = useState<string | null>(null);
  useTitle(sentTo === null ? 'Create an account' : 'Check your e-mail');
  const { form, formProps, busy, problem } = useCallForm({
    initialValues: { fullname: '', email: '', password: '' },
    check: (values) => problemsOf(Registration, values),
    send: (body) => call(accountRoutes.register, { body }),
    onSuccess: (_, { email }) => setSentTo(email.trim()),
    failed: messages.loginFailed,
  });
  if (sentTo !== null) {
    return (
      <PlainPage>
        <CheckMail
          otherwise="Nothing there after a few minutes? Look among the spam, and check the address for a typing error. If you already had an account, the message says how to get into it."
          actions={
            <>
              <ButtonLink to="/login">Sign in</ButtonLink>
              <Button variant="default" onClick={() => setSentTo(null)}>
                Change the address
              </Button>
            </>
          }
        >
          We sent a message to <b>{sentTo}</b>. Follow the link in it, then sign in.
        </CheckMail>
      </PlainPage>
    );
  }
  return (
    <PlainPage
      footer={
        <>
          Have an account?{' '}
          <AnchorLink to="/login" inherit underline="always">
            Sign in
          </AnchorLink>
        </>
      }
    >
      <form {...formProps} aria-label="Create an account">
        <Stack gap="md">
          <Title order={1}>Create an account</Title>
          <FormProblem words={problem} />
          <TextInput
            label="Full name"
            name="fullname"
            autoComplete="name"
            autoFocus
            {...form.getInputProps('fullname')}
          />
          <TextInput
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <NewPasswordFields password={form.getInputProps('password')} />
          <Button type="submit" fullWidth loading={busy}>
            Create account
          </Button>
        </Stack>
      </form>
    </PlainPage>
  );
}
