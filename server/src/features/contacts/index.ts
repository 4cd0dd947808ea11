import { contactRoutes } from '@headwater/contract/contacts/routes';
import type { Feature } from '../../lib/feature.ts';
import { serveContacts } from './routes.ts';

export const feature: Feature = {
  routes: contactRoutes,
  serve: serveContacts,
  topics: { contacts: 'contacts' },
};
