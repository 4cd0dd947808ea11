import { contactRoutes } from '@headwater/contract/contacts/routes';
import type { ManagedContact } from '@headwater/contract/contacts/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { wordsOf } from '../../lib/call-error.ts';
import { sessionQuery } from '../../lib/permission.ts';
import { permissionLabel } from '../../lib/permission-words.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DeedLine } from '../../ui/DeedLine.tsx';
import { DemoMailHint } from '../../ui/DemoMailHint.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toast } from '../../ui/toast.ts';
import { contactsQuery, useContactChange } from './contact-queries.ts';
import { contactName } from './contact-words.ts';

/** Whether a contact may come in. */
export function ContactAccess({ contact }: { contact: ManagedContact }) {
  const [asking, setAsking] = useState<'suspend' | 'remove' | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const changed = useContactChange();
  const { data: session } = useQuery(sessionQuery());
  const params = { contactId: Number(contact.id) };
  const name = contactName(contact);
  const suspended = contact.state === 'suspended';
  const close = () => setAsking(null);
  const setSuspended = useMutation({
    mutationFn: (next: boolean) => call(contactRoutes.updateContact, { params, body: { suspended: next } }),
    onSuccess: ({ contact: next }) => {
      toast.success(next.state === 'suspended' ? `${name} is suspended` : `${name} may sign in again`);
      close();
      changed(next);
    },
    onError: (error, next) => {
      // Suspending shows why in its dialog.
      if (!next) toast.error(wordsOf(error, 'The contact could not be let in again. Try again.'));
    },
  });
  const resend = useMutation({
    mutationFn: () => call(contactRoutes.resendInvitation, { params }),
    onSuccess: () => toast.success(`Another invitation is on its way to ${contact.email}. The one before it ends.`),
    onError: (error) => toast.error(wordsOf(error, 'The invitation could not be sent. Try again.')),
  });
  const remove = useMutation({
    mutationFn: () => call(contactRoutes.removeContact, { params }),
    onSuccess: () => {
      toast.success(`${name} is removed`);
      void client.invalidateQueries({ queryKey: contactsQuery().queryKey });
      void navigate({ to: '/home/contacts' });
    },
  });
  const unheld = contact.permissions.filter((permission) => !session?.permissions.includes(permission));
  const refused =
    unheld.length === 0 ? null : `They may do what you may not: ${unheld.map(permissionLabel).join(', ')}.`;
  return (
    <Panel title="Access" flush>
      {contact.state === 'invited' && (
        <DeedLine
          deed="Send again"
          title="Invitation"
          level="h3"
          text="Not accepted yet. The link in the message works for 7 days; another one ends it."
          more={<DemoMailHint />}
          refused={null}
          busy={resend.isPending}
          onDo={() => resend.mutate()}
        />
      )}
      <DeedLine
        deed={suspended ? 'Let in again' : 'Suspend contact'}
        title={suspended ? 'Let in again' : 'Suspend'}
        level="h3"
        text={
          suspended
            ? 'They can sign in again, with the permissions above.'
            : 'They are signed out at once and cannot sign in; their API keys stop working. Nothing is deleted.'
        }
        refused={refused}
        busy={setSuspended.isPending && asking === null}
        onDo={() => (suspended ? setSuspended.mutate(false) : setAsking('suspend'))}
      />
      <DeedLine
        deed="Remove contact"
        title="Remove"
        level="h3"
        text="Their sign-in and their API keys are deleted. It cannot be undone."
        refused={refused}
        danger
        onDo={() => setAsking('remove')}
      />
      <ConfirmDialog
        opened={asking === 'suspend'}
        onClose={close}
        title={`Suspend ${name}?`}
        action="Suspend contact"
        busy={setSuspended.isPending}
        error={setSuspended.error && wordsOf(setSuspended.error, 'The contact could not be suspended. Try again.')}
        onConfirm={() => setSuspended.mutate(true)}
        danger
      >
        They are signed out everywhere at once, until they are let in again.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'remove'}
        onClose={close}
        title={`Remove ${name}?`}
        action="Remove contact"
        busy={remove.isPending}
        error={remove.error && wordsOf(remove.error, 'The contact could not be removed. Try again.')}
        onConfirm={() => remove.mutate()}
        typedName={name}
        danger
      >
        Their sign-in, sessions and API keys are deleted. What they did stays in the activity log.
      </ConfirmDialog>
    </Panel>
  );
}
