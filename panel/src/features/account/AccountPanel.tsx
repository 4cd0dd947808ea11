import { accountRoutes } from '@headwater/contract/account/routes';
import { Company, FullName } from '@headwater/contract/account/schema';
import { Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { sessionQuery, useRefusal } from '../../lib/permission.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StaleNotice } from '../../ui/StaleNotice.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallForm } from '../../ui/use-call-form.ts';
import { type Profile, profileQuery } from './profile-query.ts';
import { SaveLine } from './SaveLine.tsx';

type Account = Profile['account'];
type Props = { account: Account; onDirty: (dirty: boolean) => void };

const Details = z.object({ fullname: FullName, company: Company });
const begin = ({ fullname, company, revision }: Account) => ({ values: { fullname, company }, version: revision });

/** What the account is known by. */
export function AccountPanel({ account, onDirty }: Props) {
  const client = useQueryClient();
  const refused = useRefusal(accountRoutes.updateAccount);
  const { form, formProps, isDirty, busy, problem, stale, startFrom, clear } = useCallForm({
    initialValues: begin(account).values,
    version: account.revision,
    check: (values) => problemsOf(Details, values),
    // Two people may edit it: the save says which version it was made from.
    send: (body, version) => call(accountRoutes.updateAccount, { body }, { headers: ifMatch(version) }),
    saved: ({ account: next }) => begin(next),
    onSuccess: ({ account: next }) => {
      toast.success('The account details are saved.');
      client.setQueryData(
        profileQuery().queryKey,
        (held) => held && { ...held, profile: { ...held.profile, account: next } },
      );
      void client.invalidateQueries({ queryKey: sessionQuery().queryKey });
    },
    failed: 'The details could not be saved. Try again.',
  });
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const reload = async () => {
    const { profile } = await client.fetchQuery({ ...profileQuery(), staleTime: 0 });
    startFrom(begin(profile.account));
  };
  const readOnly = refused !== null;
  return (
    <Panel title="Account">
      <form {...formProps} aria-label="Account">
        <Stack gap="md">
          <Text c="dimmed" size="sm">
            As it stands on invoices and in messages.
          </Text>
          <TextInput
            label="Full name"
            name="fullname"
            autoComplete="name"
            readOnly={readOnly}
            {...form.getInputProps('fullname')}
          />
          <TextInput
            label="Company"
            name="company"
            autoComplete="organization"
            description="May be left empty."
            readOnly={readOnly}
            {...form.getInputProps('company')}
          />
          <FormProblem words={problem} />
          {stale && <StaleNotice what="the account" onReload={reload} />}
          <SaveLine dirty={isDirty} busy={busy} refused={refused} onUndo={clear} what="account" />
        </Stack>
      </form>
    </Panel>
  );
}
