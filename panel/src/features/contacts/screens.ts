import { contactRoutes } from '@headwater/contract/contacts/routes';
import type { Screen, Topics } from '../../lib/feature.ts';

export const screens: Screen[] = [
  {
    frame: 'home',
    path: 'contacts',
    title: 'Contacts',
    access: contactRoutes.listContacts.access,
    load: async () => (await import('./ContactsScreen.tsx')).ContactsScreen,
  },
  {
    frame: 'home',
    path: 'contacts/$contactId',
    title: 'Contact',
    access: contactRoutes.getContact.access,
    load: async () => (await import('./ContactScreen.tsx')).ContactScreen,
  },
  {
    frame: 'bare',
    path: 'invitation',
    guest: true,
    load: async () => (await import('./InvitationScreen.tsx')).InvitationScreen,
  },
];

export const topics: Topics = {
  contacts: { concerns: (path) => path.startsWith('/contacts'), idParam: 'contactId' },
};
