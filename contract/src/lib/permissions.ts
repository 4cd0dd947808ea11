import { z } from 'zod';

/**
 * One set for the whole product: view and manage per area. The main account holder holds all of them; a contact
 * holds those that it was given, an API key those that it was made with.
 */
export const permissions = [
  'services.view',
  'services.manage',
  'zones.view',
  'zones.manage',
  'streams.view',
  'streams.manage',
  'dns.view',
  'dns.manage',
  'account.manage',
  'contacts',
  'emails.view',
  'api.view',
  'api.manage',
  'activity.view',
  'invoices',
  'tickets',
] as const;

export const Permission = z.enum(permissions);
export type Permission = z.infer<typeof Permission>;
