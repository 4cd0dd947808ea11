import { FirstName, isSame, LastName, notSame, passwordTwice } from '@headwater/contract/account/schema';
import { contactRoutes } from '@headwater/contract/contacts/routes';
import { messages } from '@headwater/contract/lib/messages';
import type { Reply } from '@headwater/contract/lib/route';
import { Button, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { leaveSession } from '../../lib/leave-session.ts';
import { useLinkKey } from '../../lib/link-key.ts';
import { keepSignInHint } from '../../lib/sign-in-hint.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { LinkOver } from '../../ui/LinkOver.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NewPasswordFields } from '../../ui/NewPasswordFields.tsx';
import { PlainPage } from '../../ui/PlainPage.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallForm } from '../../ui/use-call-form.ts';

type Invitation = Reply<typeof contactRoutes.readInvitation>['invitation'];

const Accepted = z.object({ firstname: FirstName, lastname: LastName, ...passwordTwice }).refine(isSame, notSame);

const isOver = (error: unknown) => error instanceof CallError && error.code === 'key_expired';

/** Where an invited contact chooses a password. */
export function InvitationScreen(): ReactNode {
  useTitle('Invitation');
  const key = useLinkKey();
  const query = useQuery({
    queryKey: [contactRoutes.readInvitation.path, key],
    queryFn: () => call(contactRoutes.readInvitation, { body: { key } }),
    enabled: key !== '',
    staleTime: Infinity,
    retry: false,
  });
  return <PlainPage>{content()}</PlainPage>;

  function content() {
    if (key === '' || isOver(query.error)) return <Over incomplete={key === ''} />;
    if (query.data) return <AcceptForm key={key} linkKey={key} invitation={query.data.invitation} />;
    if (query.error) {
      const retry = () => void query.refetch();
      return <ErrorState error={query.error} title="The invitation could not be loaded" onRetry={retry} />;
    }
    return <Skeleton height={320} />;
  }
}

const Over = ({ incomplete }: { incomplete: boolean }) => (
  <LinkOver incomplete={incomplete} action={<ButtonLink to="/login">Sign in</ButtonLink>}>
    An invitation works once, for 7 days. Did you accept it already? Then sign in. Otherwise ask whoever invited you to
    send it again.
  </LinkOver>
);

function AcceptForm({ linkKey, invitation }: { linkKey: string; invitation: Invitation }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { form, formProps, busy, problem, error } = useCallForm({
    initialValues: {
      firstname: invitation.firstname,
      lastname: invitation.lastname,
      password: '',
      confirmation: '',
    },
    check: (values) => problemsOf(Accepted, values),
    send: (values) => call(contactRoutes.acceptInvitation, { body: { key: linkKey, ...values } }),
    onSuccess: ({ email }) => {
      // Whoever is signed in here is most likely not the one who was invited.
      leaveSession();
      // All but the invitation, which this page still shows: it would be asked for again, and is used up.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== contactRoutes.readInvitation.path });
      keepSignInHint({ email });
      toast.success(`Welcome. Sign in as ${email}.`);
      void navigate({ to: '/login', replace: true });
    },
    failed: messages.loginFailed,
  });
  if (isOver(error)) return <Over incomplete={false} />;
  return (
    <form {...formProps} aria-label="Invitation">
      <Stack gap="md">
        <Title order={1}>You are invited</Title>
        <Text style={{ overflowWrap: 'anywhere' }}>
          Work in the account <b>{invitation.account}</b>. You sign in as <b>{invitation.email}</b>, with a password
          that you choose now.
        </Text>
        <FormProblem words={problem} />
        <input type="hidden" name="username" autoComplete="username" value={invitation.email} readOnly />
        <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstname')} />
        <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastname')} />
        <NewPasswordFields
          password={form.getInputProps('password')}
          confirmation={form.getInputProps('confirmation')}
        />
        <Button type="submit" fullWidth loading={busy}>
          Accept invitation
        </Button>
      </Stack>
    </form>
  );
}
