import { accountRoutes } from '@headwater/contract/account/routes';
import { messages } from '@headwater/contract/lib/messages';
import { Alert, Anchor, Button, Checkbox, Group, Stack, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../../lib/call.ts';
import { CallError, fieldErrorsOf, wordsOf } from '../../lib/call-error.ts';
import { settingsQuery, useProviderKnown } from '../../lib/provider.ts';
import { startSession } from '../../lib/session.ts';
import { dropSignInHint, readSignInHint } from '../../lib/sign-in-hint.ts';
import { useTitle } from '../../lib/use-title.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PlainPage } from '../../ui/PlainPage.tsx';
import { useFocusWrong } from '../../ui/use-focus-wrong.ts';
import { CodeStep } from './CodeStep.tsx';

export function SignInScreen(): ReactNode {
  useTitle('Sign in');
  const router = useRouter();
  const settings = useQuery(settingsQuery());
  const providerKnown = useProviderKnown();
  const [hint] = useState(readSignInHint);
  const [email, setEmail] = useState(hint.email ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const [form, focusWrong] = useFocusWrong();
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string; remember: boolean; code?: string }) =>
      // An old token must not stand in the way of a new sign-in.
      call(accountRoutes.login, { body }, { headers: { 'Ignore-Interceptor': 'True' } }),
    onError: (error) => {
      const why = error instanceof CallError ? error.code : null;
      if (why === 'code_required') setAsksCode(true);
      // Changed in the meantime, perhaps: the whole sign-in begins anew.
      if (why === 'invalid_credentials') setAsksCode(false);
      focusWrong();
    },
    onSuccess: (reply) => {
      dropSignInHint();
      startSession(reply);
      // The route sends those who are signed in on to where they wanted to go.
      void router.invalidate();
    },
  });
  const fields = fieldErrorsOf(signIn.error);
  const demo = settings.data?.demo;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email, password, remember, ...(asksCode && { code }) });
  };
  const busy = signIn.isPending || signIn.isSuccess;
  const wantsCode = signIn.error instanceof CallError && signIn.error.code === 'code_required';
  const sentCode = signIn.variables?.code !== undefined;
  const startAgain = () => {
    setAsksCode(false);
    setCode('');
    setPassword('');
    signIn.reset();
  };
  return (
    <PlainPage
      nameless={settings.isPending && !providerKnown}
      footer={
        !asksCode && (
          <Stack gap={6}>
            <span>
              New here?{' '}
              <Anchor component={Link} to="/signup" inherit underline="always">
                Create an account
              </Anchor>
            </span>
            {demo && (
              <span>
                Just looking?{' '}
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  underline="always"
                  disabled={busy}
                  onClick={() => {
                    setEmail(demo.email);
                    setPassword(demo.password);
                    signIn.mutate({ ...demo, remember });
                  }}
                >
                  Use the demo account
                </Anchor>
              </span>
            )}
          </Stack>
        )
      }
    >
      <form ref={form} onSubmit={submit} noValidate aria-label="Sign in">
        <Stack gap="md">
          <Title order={1}>{asksCode ? 'Enter your code' : 'Sign in'}</Title>
          {hint.ended && !asksCode && !signIn.error && (
            <Alert color="yellow" p="xs">
              You were signed out: the session was ended or has expired.
            </Alert>
          )}
          {signIn.error && !wantsCode && Object.keys(fields).length === 0 && (
            <Alert color="red" role="alert" p="xs">
              {wordsOf(signIn.error, messages.loginFailed)}
            </Alert>
          )}
          {asksCode ? (
            <CodeStep
              email={email}
              code={code}
              onCode={setCode}
              error={fields.code ?? (wantsCode && code === '' && sentCode ? 'Enter the code' : undefined)}
              busy={busy}
              onBack={startAgain}
            />
          ) : (
            <>
              <TextInput
                label="E-mail"
                type="email"
                name="email"
                autoComplete="username"
                autoFocus={hint.email === undefined}
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
                error={fields.email}
              />
              <PasswordField
                label="Password"
                name="password"
                autoComplete="current-password"
                autoFocus={hint.email !== undefined}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                error={fields.password}
              />
              <Group justify="space-between" gap="xs">
                <Checkbox
                  label="Remember me for 30 days"
                  checked={remember}
                  onChange={(event) => setRemember(event.currentTarget.checked)}
                />
                <Anchor component={Link} to="/forgot-password" size="sm">
                  Forgot password?
                </Anchor>
              </Group>
              <Button type="submit" fullWidth loading={busy}>
                Sign in
              </Button>
            </>
          )}
        </Stack>
      </form>
    </PlainPage>
  );
}
