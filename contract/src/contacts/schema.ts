import { z } from 'zod';
import { Email, FirstName, LastName } from '../account/schema.ts';
import { Permission, permissions } from '../lib/permissions.ts';

/**
 * Permissions as an array or, as older clients send them, one string with commas; each once, in the product's order.
 */
export const Permissions = z.union([z.array(Permission), z.string().max(2000)]).transform((given, context) => {
  const names = Array.isArray(given) ? given : given.split(',').flatMap((name) => name.trim() || []);
  for (const name of names) {
    if (Permission.safeParse(name).success) continue;
    context.addIssue({ code: 'custom', message: `There is no permission ${name}`, input: given });
    return z.NEVER;
  }
  return permissions.filter((name) => names.includes(name));
});

export const ContactId = z.coerce
  .number<number>()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [7] });
export const ContactParams = z.object({ contactId: ContactId });

/** A sub-account as those who manage contacts see it. */
export const ManagedContact = z
  .object({
    id: z.string(),
    contactid: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    email: z.email(),
    permissions: z.array(Permission),
    /** The main account holder stands in the list too; nobody changes or removes them here. */
    isOwner: z.boolean(),
    state: z.enum(['invited', 'active', 'suspended']),
    createdAt: z.iso.datetime(),
    /** When a session of theirs was last used. */
    lastSeenAt: z.iso.datetime().nullable(),
    revision: z.number().int().positive(),
  })
  .meta({ id: 'ManagedContact' });
export type ManagedContact = z.infer<typeof ManagedContact>;

export const NewContact = z
  .object({ firstname: FirstName, lastname: LastName.default(''), email: Email, permissions: Permissions })
  .meta({
    // One alone: of what is transformed, the generator of the description drops `examples`.
    example: {
      firstname: 'Carl',
      lastname: 'Contact',
      email: 'carl@riverside.example',
      permissions: ['services.view', 'zones.view'],
    },
  });

export const ContactUpdate = z
  .object({
    firstname: FirstName.optional(),
    lastname: LastName.optional(),
    permissions: Permissions.optional(),
    suspended: z.boolean().optional(),
  })
  .meta({ example: { permissions: ['services.view', 'zones.view', 'zones.manage'] } });
