import type { ManagedContact } from '@headwater/contract/contacts/schema';
import type { Tone } from '../../lib/deployment-words.ts';
import { permissionLabel } from '../../lib/permission-words.ts';
import { offeredPermissions, summariseChoice } from './presets.ts';

export const contactStates: Record<ManagedContact['state'], { tone: Tone; word: string }> = {
  invited: { tone: 'pending', word: 'Invited' },
  active: { tone: 'live', word: 'Active' },
  suspended: { tone: 'failed', word: 'Suspended' },
};

export const ownerWords = 'Main account holder';

type Named = Pick<ManagedContact, 'firstname' | 'lastname' | 'email'>;

/** What a contact is called; whoever has no name is called by the address. */
export const contactName = ({ firstname, lastname, email }: Named): string =>
  `${firstname} ${lastname}`.trim() || email;

/** What a contact may do, in a few words. */
export const contactSummary = ({ isOwner, permissions }: ManagedContact): string =>
  isOwner ? 'Everything' : summariseChoice(permissions, offeredPermissions(), permissionLabel);
