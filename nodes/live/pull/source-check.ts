import { isIP } from 'node:net';
import {
  canonicalAddress,
  forbiddenReason,
  OriginUnresolvable,
  type ResolvedOrigin,
  resolveOrigin,
} from '@headwater/engines/address';

/** Where pulled streams may come from. Tests bring their own. */
export type SourceRules = {
  /** Why nothing is fetched from there, as a noun phrase ("a private address"); null where it may be. */
  judge: (address: string, port: number) => string | null;
  resolve: (host: string, options: { timeoutMs: number }) => Promise<ResolvedOrigin>;
};

export type RuleSettings = {
  /** HEADWATER_ALLOW_PRIVATE_ORIGINS: the same word as for the origins of zones. */
  allowPrivate: boolean;
  /** Addresses of the provider's own nodes, this one's included. */
  ownAddresses: () => readonly string[];
  /** Where our own programs listen: never a source, not even where private addresses are. */
  ownPorts: () => readonly number[];
};

export function sourceRules({ allowPrivate, ownAddresses, ownPorts }: RuleSettings): SourceRules {
  const isOurs = (address: string): boolean =>
    forbiddenReason(address) === 'a loopback address' ||
    forbiddenReason(address) === 'an unspecified address' ||
    ownAddresses().some((own) => canonicalAddress(own) === canonicalAddress(address));
  return {
    resolve: resolveOrigin,
    judge: (address, port) => {
      if (!allowPrivate) return forbiddenReason(address, ownAddresses());
      return isOurs(address) && ownPorts().includes(port) ? "one of the provider's own programs" : null;
    },
  };
}

/** Nothing can or may be fetched. `message` is for the owner of the source, and tells nothing of what is inside our network. */
export class SourceProblem extends Error {
  override name = 'SourceProblem';
  readonly reason: 'source_forbidden' | 'source_unreachable';

  constructor(reason: 'source_forbidden' | 'source_unreachable', message: string) {
    super(message);
    this.reason = reason;
  }
}

const resolveTimeoutMs = 5000;

/**
 * The addresses of a host, every one of them allowed: one that is not spoils all, since whoever answers for the name means
 * ill or does not know better. Asked anew for each connection; the connection goes to what was checked, never to the name.
 */
export async function checkHost(host: string, port: number, rules: SourceRules): Promise<string[]> {
  const { addresses } = await rules.resolve(host, { timeoutMs: resolveTimeoutMs }).catch((error: unknown) => {
    const why = error instanceof OriginUnresolvable ? error.message : `${host} cannot be resolved`;
    throw new SourceProblem('source_unreachable', why);
  });
  for (const { address } of addresses) {
    const what = rules.judge(address, port);
    if (what === null) continue;
    const subject = isIP(host) === 0 ? `The name ${host} resolves to` : `${host} is`;
    throw new SourceProblem('source_forbidden', `${subject} ${what}`);
  }
  return [...new Set(addresses.map(({ address }) => address))];
}
