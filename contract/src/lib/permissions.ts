import { z } from 'zod';

/**
 * One set for the whole product: view and manage per area. The main account holder holds all of them; a contact
 * holds those that it was given. An area is added here when its feature lands.
 */
export const permissions = ['services.view', 'zones.view', 'zones.manage'] as const;

export const Permission = z.enum(permissions);
export type Permission = z.infer<typeof Permission>;
