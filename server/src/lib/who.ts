import type { Permission } from '@headwater/contract/lib/permissions';
import type { NodeKind } from '@headwater/contract/nodes/routes';

/** The person behind a request, as their session tells. */
export type Who = {
  sessionId: string;
  userId: number;
  customerId: number;
  /** The main account holder; others are contacts. */
  isOwner: boolean;
  /** For history: what others of the account know this person by. */
  name: string;
  permissions: ReadonlySet<Permission>;
  /** Whether the account's e-mail address is verified: until then it may only look at its services. */
  isVerified: boolean;
  expiresAt: Date;
};

/** The node behind a request, as its credential tells. */
export type NodeIdentity = { nodeId: string; kind: NodeKind; name: string };
