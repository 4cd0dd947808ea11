import type { Delegation, DnsDomain } from '@headwater/contract/dns/domain';
import type { Tone } from '../../lib/deployment-words.ts';

type Words = { tone: Tone; word: string; text: string };

/** What the parent zone says of a domain, in words, and what there is to do about it. */
export function delegationWords({ domain, delegation }: Pick<DnsDomain, 'domain' | 'delegation'>): Words {
  const words: Record<Delegation['state'], Words> = {
    unchecked: {
      tone: 'off',
      word: 'Not checked yet',
      text: `Nobody has asked yet which name servers ${domain} has. Enter ours at your registrar, then check.`,
    },
    delegated: {
      tone: 'live',
      word: 'Delegated',
      text: `The parent zone sends every question about ${domain} to our name servers.`,
    },
    partly: {
      tone: 'pending',
      word: 'Partly delegated',
      text: 'The parent zone names other servers beside ours, so some visitors get their answers from those. Remove them at your registrar.',
    },
    elsewhere: {
      tone: 'failed',
      word: 'Served elsewhere',
      text: `The parent zone names other servers, so nobody asks ours about ${domain} yet. Replace them at your registrar.`,
    },
    missing: {
      tone: 'failed',
      word: 'Not registered',
      text: `The parent zone does not know ${domain}. Register the domain, or enter our name servers at your registrar.`,
    },
    unreachable: {
      tone: 'pending',
      word: 'Parent not reached',
      text: 'The parent zone could not be asked. We ask again by ourselves; you can check now as well.',
    },
    confirmed: {
      tone: 'live',
      word: 'Confirmed',
      text: `Our operators have confirmed that our name servers answer for ${domain}.`,
    },
  };
  return words[delegation.state];
}

/** Whether visitors reach our name servers, as far as anybody knows. */
export const isDelegated = ({ state }: Delegation): boolean => state === 'delegated' || state === 'confirmed';
