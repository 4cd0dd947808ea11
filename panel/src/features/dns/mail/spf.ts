/**
 * Sender policies, RFC 7208, as the form shows them. What it has no field for stays in `other`, in its order, so that
 * nothing is lost by opening a record and saving it.
 */
export type SpfRest = '-all' | '~all' | '?all' | '';
export type SpfValues = {
  /** The servers that receive the domain's mail may send it too. */
  mx: boolean;
  /** So may the domain's own web server. */
  a: boolean;
  includes: string[];
  /** Addresses and networks, one a line. */
  addresses: string;
  other: string[];
  rest: SpfRest;
};

export const noSenders: SpfValues = { mx: false, a: false, includes: [], addresses: '', other: [], rest: '~all' };

/** RFC 7208 section 4.6.4: beyond this, whoever checks a sender gives up. */
export const mostLookups = 10;

const termsOf = (text: string) => text.trim().split(/\s+/).slice(1);
export const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter((line) => line !== '');

export function parseSpf(text: string): SpfValues {
  const values: SpfValues = { ...noSenders, includes: [], other: [], rest: '' };
  const addresses: string[] = [];
  for (const term of termsOf(text)) {
    const plain = term.replace(/^\+/, '');
    const [, include] = /^include:(.+)$/i.exec(plain) ?? [];
    const [, address] = /^ip[46]:(.+)$/i.exec(plain) ?? [];
    if (/^mx$/i.test(plain)) values.mx = true;
    else if (/^a$/i.test(plain)) values.a = true;
    else if (include) values.includes.push(include.toLowerCase());
    else if (address) addresses.push(address);
    else if (/^[-~?]all$/i.test(plain)) values.rest = plain.toLowerCase() as SpfRest;
    else values.other.push(term);
  }
  return { ...values, addresses: addresses.join('\n') };
}

const fromStrictToMild = ['-all', '~all', '?all'] as const;

/** What several records allow between them, as one. About everybody else, the mildest of their rules stands. */
export function mergeSpf(texts: readonly string[]): SpfValues {
  const all = texts.map(parseSpf);
  const each = (listOf: (values: SpfValues) => string[]) => [...new Set(all.flatMap(listOf))];
  return {
    mx: all.some(({ mx }) => mx),
    a: all.some(({ a }) => a),
    includes: each(({ includes }) => includes),
    addresses: each(({ addresses }) => linesOf(addresses)).join('\n'),
    other: each(({ other }) => other),
    rest: fromStrictToMild.findLast((rule) => all.some(({ rest }) => rest === rule)) ?? '',
  };
}

export function buildSpf({ mx, a, includes, addresses, other, rest }: SpfValues): string {
  const ips = linesOf(addresses).map((address) => `${address.includes(':') ? 'ip6' : 'ip4'}:${address}`);
  const senders = [...(mx ? ['mx'] : []), ...(a ? ['a'] : []), ...ips, ...includes.map((name) => `include:${name}`)];
  return ['v=spf1', ...senders, ...other, ...(rest === '' ? [] : [rest])].join(' ');
}

const asksDns = /^[-~?+]?(include:|a(?=$|[:/])|mx(?=$|[:/])|ptr(?=$|:)|exists:|redirect=)/i;

/** Look-ups that the record itself asks for; what it includes asks for more. */
export const countLookups = (text: string): number => termsOf(text).filter((term) => asksDns.test(term)).length;

const rests: Record<string, string> = {
  '-all': 'Everybody else is forged: refuse it',
  '~all': 'Everybody else is suspicious: accept it, but look twice',
  '?all': 'About everybody else nothing is said',
  '+all': 'Everybody may send in your name',
  all: 'Everybody may send in your name',
};

const meanings: [RegExp, (match: string) => string][] = [
  [/^mx$/i, () => 'The servers that receive your mail may send'],
  [/^a$/i, () => 'The server of your website may send'],
  [/^include:(.+)$/i, (name) => `Whoever ${name} names may send`],
  [/^ip[46]:(.+)$/i, (address) => `${address} may send`],
  [/^redirect=(.+)$/i, (name) => `All else is as ${name} says`],
];

/** The parts of a sender policy, each in plain words. */
export function explainSpf(text: string): { term: string; words: string }[] {
  return termsOf(text).map((term) => {
    const plain = term.replace(/^\+(?!all)/i, '');
    const rest = rests[plain.toLowerCase()];
    if (rest) return { term, words: rest };
    for (const [pattern, words] of meanings) {
      const match = pattern.exec(plain);
      if (match) return { term, words: words(match[1] ?? '') };
    }
    return { term, words: 'A special rule, which stays as it is' };
  });
}
