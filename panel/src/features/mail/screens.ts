import { mailRoutes } from '@headwater/contract/mail/routes';
import type { Screen } from '../../lib/feature.ts';
import { readEmailsSearch } from './emails-search.ts';

export const screens: Screen[] = [
  {
    frame: 'home',
    path: 'my-emails',
    title: 'Email history',
    access: mailRoutes.listEmails.access,
    readSearch: readEmailsSearch,
    load: async () => (await import('./EmailsScreen.tsx')).EmailsScreen,
  },
];
