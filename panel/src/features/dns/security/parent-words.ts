import type { DnsSecurity } from '@headwater/contract/dns/security-routes';
import type { Tone } from '../../../lib/deployment-words.ts';

type Words = { tone: Tone; word: string; text: string };

/** What the parent zone's DS say about the signatures, and what there is to do about it. */
export function parentWords({ status, parent }: Pick<DnsSecurity, 'status' | 'parent'>): Words {
  const signed = status === 1;
  const words: Record<DnsSecurity['parent']['state'], Words> = {
    published: {
      tone: 'live',
      word: 'DS published',
      text: 'The parent zone vouches for this key: resolvers check every answer, and refuse forged ones.',
    },
    other: {
      tone: 'failed',
      word: signed ? 'Another DS is published' : 'A DS is published',
      text: signed
        ? 'The parent zone vouches for a key that is not ours, so resolvers refuse our answers. Replace the DS at your registrar with the one above.'
        : 'The parent zone says that this domain is signed, and it is not: resolvers refuse its answers. Remove the DS at your registrar, or enable DNSSEC and replace it.',
    },
    none: {
      tone: signed ? 'pending' : 'off',
      word: 'No DS published',
      text: signed
        ? 'The answers are signed, but nobody checks them until the parent zone has the DS.'
        : 'The parent zone expects no signatures: all is well.',
    },
    unchecked: {
      tone: 'off',
      word: 'Not checked yet',
      text: 'Nobody has asked the parent zone yet which DS it publishes.',
    },
    unreachable: {
      tone: 'pending',
      word: 'Parent not reached',
      text: 'The parent zone could not be asked. We ask again by ourselves; you can check now as well.',
    },
  };
  return words[parent.state];
}
