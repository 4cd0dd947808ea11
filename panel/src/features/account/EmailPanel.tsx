import { accountRoutes } from '@headwater/contract/account/routes';
import { Email } from '@headwater/contract/account/schema';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { DemoMailHint } from '../../ui/DemoMailHint.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { SendVerification } from '../../ui/SendVerification.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallForm } from '../../ui/use-call-form.ts';
import { type Profile, profileQuery } from './profile-query.ts';

const Wish = z.object({ email: Email, password: z.string().min(1, 'Enter your password') });

/** The address that the person signs in with. Another one counts once the message sent there was followed. */
export function EmailPanel({ person }: { person: Profile['person'] }) {
  const client = useQueryClient();
  const { form, formProps, busy, problem, clear } = useCallForm({
    initialValues: { email: '', password: '' },
    check: (values) => problemsOf(Wish, values),
    send: (body) => call(accountRoutes.changeEmail, { body }),
    onSuccess: (_, { email }) => {
      toast.success(`A message is on its way to ${email.trim()}. Follow the link in it.`);
      clear();
      void client.invalidateQueries({ queryKey: profileQuery().queryKey });
    },
    failed: 'The address could not be changed. Try again.',
    fieldOf: { wrong_password: 'password' },
  });
  return (
    <Panel
      title="E-mail"
      aside={
        <StateDot
          tone={person.email_verified ? 'live' : 'pending'}
          word={person.email_verified ? 'Verified' : 'Not verified'}
        />
      }
    >
      <form {...formProps} aria-label="E-mail">
        <Stack gap="md">
          <Text style={{ overflowWrap: 'anywhere' }}>
            You sign in as <b>{person.email}</b>.
          </Text>
          {!person.email_verified && (
            <div>
              <SendVerification />
            </div>
          )}
          {person.pendingEmail !== null && (
            <>
              <Alert color="yellow" p="xs" style={{ overflowWrap: 'anywhere' }}>
                <b>{person.pendingEmail}</b> waits to be confirmed. Follow the link in the message that was sent there;
                it works for a day.
              </Alert>
              <DemoMailHint />
            </>
          )}
          <TextInput
            label="New e-mail"
            type="email"
            name="email"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <PasswordField
            label="Your password"
            description="So that nobody else does this at your desk."
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <FormProblem words={problem} />
          <div>
            <Button type="submit" variant="default" loading={busy}>
              Change e-mail
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
