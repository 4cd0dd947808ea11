import { contactRoutes } from '@headwater/contract/contacts/routes';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useRefusal } from '../../lib/permission.ts';
import { useTitle } from '../../lib/use-title.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { contactColumns } from './contact-columns.tsx';
import { contactsQuery } from './contact-queries.ts';
import { InviteDialog } from './InviteDialog.tsx';

/** Everyone who signs in for the account. */
export function ContactsScreen(): ReactNode {
  useTitle('Contacts');
  const refused = useRefusal(contactRoutes.inviteContact);
  const [inviting, setInviting] = useState(false);
  const contacts = useQuery(contactsQuery());
  const rows = contacts.data?.contacts;
  const invite = (
    <Refusable reason={refused}>
      <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
        Invite contact
      </Button>
    </Refusable>
  );
  const alone = rows?.length === 1;
  return (
    <Page
      title="Contacts"
      lead={<span>People who work in this account, each with a sign-in and permissions of their own.</span>}
      actions={alone ? undefined : invite}
    >
      <Panel flush>
        <DataTable
          label="Contacts"
          columns={contactColumns}
          rows={rows}
          rowId={({ id }) => id}
          error={contacts.error}
          onRetry={() => void contacts.refetch()}
          empty={null}
          expectedRows={3}
        />
        {alone && (
          <EmptyState icon={<IconUserPlus size={20} />} title="No contacts yet" action={invite}>
            Invite whoever works with you instead of sharing your password. You choose what each of them may see and do,
            and can take it back at any time.
          </EmptyState>
        )}
      </Panel>
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
    </Page>
  );
}
