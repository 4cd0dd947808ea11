import { accountRoutes } from '@headwater/contract/account/routes';
import { FirstName, LastName } from '@headwater/contract/account/schema';
import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { sessionQuery } from '../../lib/permission.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallForm } from '../../ui/use-call-form.ts';
import { type Profile, profileQuery } from './profile-query.ts';
import { SaveLine } from './SaveLine.tsx';

type Person = Profile['person'];
type Props = { person: Person; onDirty: (dirty: boolean) => void };

const Names = z.object({ firstname: FirstName, lastname: LastName });
const begin = ({ firstname, lastname }: Person) => ({
  values: { firstname, lastname },
  version: JSON.stringify([firstname, lastname]),
});

/** The name of the person who is signed in. */
export function PersonPanel({ person, onDirty }: Props) {
  const client = useQueryClient();
  const { form, formProps, isDirty, busy, problem, clear } = useCallForm({
    initialValues: begin(person).values,
    version: begin(person).version,
    check: (values) => problemsOf(Names, values),
    send: (body) => call(accountRoutes.updatePerson, { body }),
    saved: ({ profile }) => begin(profile.person),
    onSuccess: (reply) => {
      toast.success('Your name is saved.');
      client.setQueryData(profileQuery().queryKey, reply);
      void client.invalidateQueries({ queryKey: sessionQuery().queryKey });
    },
    failed: 'Your name could not be saved. Try again.',
  });
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <Panel title="You">
      <form {...formProps} aria-label="You">
        <Stack gap="md">
          <Text c="dimmed" size="sm">
            How others in this account see you.
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="First name"
              name="firstname"
              autoComplete="given-name"
              {...form.getInputProps('firstname')}
            />
            <TextInput
              label="Last name"
              name="lastname"
              autoComplete="family-name"
              {...form.getInputProps('lastname')}
            />
          </SimpleGrid>
          <FormProblem words={problem} />
          <SaveLine dirty={isDirty} busy={busy} refused={null} onUndo={clear} what="your name" />
        </Stack>
      </form>
    </Panel>
  );
}
