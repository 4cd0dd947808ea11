import { FirstName, LastName } from '@headwater/contract/account/schema';
import { contactRoutes } from '@headwater/contract/contacts/routes';
import { type ManagedContact, Permissions } from '@headwater/contract/contacts/schema';
import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { SaveButtons } from '../../ui/SaveButtons.tsx';
import { StaleNotice } from '../../ui/StaleNotice.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallForm } from '../../ui/use-call-form.ts';
import { ContactPermissions } from './ContactPermissions.tsx';
import { contactQuery, useContactChange } from './contact-queries.ts';
import { contactName } from './contact-words.ts';

const Changes = z.object({ firstname: FirstName, lastname: LastName, permissions: Permissions });

const begin = ({ firstname, lastname, permissions, revision }: ManagedContact) => ({
  values: { firstname, lastname, permissions },
  version: revision,
});

/** A contact's name and permissions. What is saved holds from their next request on. */
export function ContactForm({ contact, readOnly }: { contact: ManagedContact; readOnly: boolean }) {
  const client = useQueryClient();
  const changed = useContactChange();
  const { form, formProps, isDirty, busy, problem, stale, startFrom, clear } = useCallForm({
    initialValues: begin(contact).values,
    version: contact.revision,
    check: (values) => problemsOf(Changes, values),
    send: (body, version) =>
      call(
        contactRoutes.updateContact,
        { params: { contactId: Number(contact.id) }, body },
        { headers: ifMatch(version) },
      ),
    saved: ({ contact: next }) => begin(next),
    onSuccess: ({ contact: next }) => {
      toast.success(`Saved. It holds for ${contactName(next)} at once.`);
      changed(next);
    },
    failed: 'The contact could not be saved. Try again.',
  });
  const reload = async () => {
    const { contact: next } = await client.fetchQuery({ ...contactQuery(contact.id), staleTime: 0 });
    startFrom(begin(next));
  };
  const { value, onChange, error } = form.getInputProps('permissions');
  return (
    <form {...formProps} aria-label="Contact">
      <Stack gap="md">
        <Panel title="Name">
          <SimpleGrid cols={{ base: 1, xs: 2 }} maw="40rem">
            <TextInput label="First name" autoComplete="off" readOnly={readOnly} {...form.getInputProps('firstname')} />
            <TextInput label="Last name" autoComplete="off" readOnly={readOnly} {...form.getInputProps('lastname')} />
          </SimpleGrid>
        </Panel>
        <Panel title="What they may do">
          <ContactPermissions value={value} onChange={onChange} error={error} disabled={readOnly} />
        </Panel>
        <FormProblem words={problem} />
        {stale && <StaleNotice what="this contact" onReload={reload} />}
        {!readOnly && (
          <SaveBar>
            <SaveButtons dirty={isDirty} busy={busy} refused={null} onUndo={clear} />
          </SaveBar>
        )}
      </Stack>
      <LeaveGuard dirty={isDirty} />
    </form>
  );
}
