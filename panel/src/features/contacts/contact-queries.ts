import { contactRoutes } from '@headwater/contract/contacts/routes';
import type { ManagedContact } from '@headwater/contract/contacts/schema';
import { useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';

export const contactsQuery = () => ask(contactRoutes.listContacts, {});

export const contactQuery = (contactId: string) =>
  ask(contactRoutes.getContact, { params: { contactId: Number(contactId) } });

/** Puts a contact that the server answered with in place of the one on screen, and has the list asked again. */
export function useContactChange(): (contact: ManagedContact) => void {
  const client = useQueryClient();
  return (contact) => {
    client.setQueryData(contactQuery(contact.id).queryKey, { result: 'success', contact });
    void client.invalidateQueries({ queryKey: contactsQuery().queryKey });
  };
}
