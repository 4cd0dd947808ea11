import type { Permission } from '@headwater/contract/lib/permissions';
import type { NodeKind } from '@headwater/contract/nodes/routes';

/** Who is behind a request: a person by their session, or an API key that a person made. */
export type Who = {
  kind: 'user' | 'contact' | 'key';
  /** The session's or the key's id: what is revoked to end this. */
  credentialId: string;
  /** The person; of a key, the one who made it. */
  userId: number;
  customerId: number;
  /** The main account holder, signed in; contacts and keys are not. */
  isOwner: boolean;
  /** For history: what others of the account know this person or key by. */
  name: string;
  permissions: ReadonlySet<Permission>;
  /** The services that a key is limited to; null for all of the account. */
  services: ReadonlySet<number> | null;
  /** Whether the account's e-mail address is verified: until then it may only look at its services. */
  isVerified: boolean;
  /** When this session last proved the password; a key has none. */
  steppedUpAt: Date | null;
  expiresAt: Date | null;
  address: string;
  requestId: string;
};

/** Whose allowance and idempotency keys are used: a person's sessions share theirs, each key has its own. */
export const principalOf = (who: Who): string =>
  who.kind === 'key' ? `key ${who.credentialId}` : `user ${who.userId}`;

/** The node behind a request, as its credential tells. */
export type NodeIdentity = { nodeId: string; kind: NodeKind; name: string };
