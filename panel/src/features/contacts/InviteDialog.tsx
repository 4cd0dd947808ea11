import { contactRoutes } from '@headwater/contract/contacts/routes';
import { NewContact } from '@headwater/contract/contacts/schema';
import type { Permission } from '@headwater/contract/lib/permissions';
import { Modal, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { call } from '../../lib/call.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallForm } from '../../ui/use-call-form.ts';
import { ContactPermissions } from './ContactPermissions.tsx';
import { useContactChange } from './contact-queries.ts';

type Props = { opened: boolean; onClose: () => void };

const nobody = { firstname: '', lastname: '', email: '', permissions: [] as Permission[] };

/** Invites a contact, who chooses a password by the link in the message. */
export function InviteDialog({ opened, onClose }: Props) {
  const changed = useContactChange();
  const { form, formProps, busy, problem, clear } = useCallForm({
    initialValues: nobody,
    check: (values) => problemsOf(NewContact, values),
    send: (body) => call(contactRoutes.inviteContact, { body }),
    onSuccess: ({ contact }) => {
      toast.success(`An invitation is on its way to ${contact.email}. The link in it works for 7 days.`, {
        lasts: 'long',
      });
      changed(contact);
      onClose();
    },
    failed: 'The contact could not be invited. Try again.',
  });
  const { value, onChange, error } = form.getInputProps('permissions');
  return (
    <Modal opened={opened} onClose={onClose} title="Invite contact" size="xl" onExitTransitionEnd={clear}>
      <form {...formProps}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label="First name" autoComplete="off" data-autofocus {...form.getInputProps('firstname')} />
            <TextInput label="Last name" autoComplete="off" {...form.getInputProps('lastname')} />
          </SimpleGrid>
          <TextInput
            label="E-mail"
            description="The invitation goes there; it is what they sign in with."
            type="email"
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <ContactPermissions value={value} onChange={onChange} error={error} />
          <FormProblem words={problem} />
          <DialogButtons onCancel={onClose} busy={busy}>
            Send invitation
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
