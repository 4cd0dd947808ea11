import { accept, type Reading, readNumber, refuse, type TypeRule } from './types.ts';

type Shape = {
  /** The numbers before the data: what each is called, and what it may be. */
  numbers: readonly { name: string; may: readonly number[] | 'any' }[];
  /** Hex digits that the data must have, by its kind (the last number); undefined for any even count. */
  digits(kind: number): number | undefined;
  /** What is wrong with open-ended data of so many digits; null for nothing. */
  mistaken?(digits: number): string | null;
  example: string;
  data: string;
};

const upTo = (most: number) => Array.from({ length: most + 1 }, (_, value) => value);

/** Types that are some numbers and a fingerprint in hex. */
function fingerprint(shape: Shape, hostProblem?: (host: string) => string | null): TypeRule {
  return {
    numbers: [],
    ...(hostProblem && { hostProblem }),
    read(record): Reading {
      const words = record.split(/\s+/);
      const values: number[] = [];
      for (const [index, { name, may }] of shape.numbers.entries()) {
        const value = readNumber(words[index], 0, 65_535);
        if (value === null || (may !== 'any' && !may.includes(value))) {
          return refuse(`${name}: enter ${describe(may)}. Such a record reads ${shape.example}`);
        }
        values.push(value);
      }
      const hex = words.slice(shape.numbers.length).join('').toLowerCase();
      const digits = shape.digits(values.at(-1) ?? 0);
      if (!/^([0-9a-f]{2})+$/.test(hex))
        return refuse(`${shape.data}: enter it in hex (0-9, a-f), two digits for each byte`);
      if (digits !== undefined && hex.length !== digits) {
        return refuse(`${shape.data}: this kind has ${digits} hex digits, and here are ${hex.length}`);
      }
      const mistaken = digits === undefined && shape.mistaken?.(hex.length);
      if (mistaken) return refuse(`${shape.data}: ${mistaken}`);
      // A certificate in full is the longest that is sensible here.
      if (hex.length > 16_384) return refuse(`${shape.data}: at most 8,192 bytes`);
      return accept([...values, hex].join(' '));
    },
  };
}

function describe(may: readonly number[] | 'any'): string {
  if (may === 'any') return '0 to 65,535';
  const [first = 0, last = 0] = [may[0], may.at(-1)];
  if (may.length === last - first + 1 && may.length > 2) return `${first} to ${last}`;
  return `${may.slice(0, -1).join(', ')} or ${last}`;
}

const certificate = (example: string): Shape => ({
  numbers: [
    { name: 'Usage', may: upTo(3) },
    { name: 'Selector', may: upTo(1) },
    { name: 'Matching type', may: upTo(2) },
  ],
  digits: (kind) => [undefined, 64, 128][kind],
  // No certificate and no key is as short as that.
  mistaken: (digits) =>
    digits === 64 || digits === 128
      ? `${digits} hex digits are a digest. Choose matching type ${digits / 64}, or enter it in full`
      : null,
  example,
  data: 'Certificate data',
});

export const digestRules = {
  DS: fingerprint(
    {
      numbers: [
        { name: 'Key tag', may: 'any' },
        { name: 'Algorithm', may: [5, 7, 8, 10, 12, 13, 14, 15, 16] },
        { name: 'Digest type', may: [1, 2, 4] },
      ],
      digits: (kind) => ({ 1: 40, 2: 64, 4: 96 })[kind],
      example: '12345 13 2 and 64 hex digits',
      data: 'Digest',
    },
    (host) => {
      if (host === '@')
        return 'The DS of the domain itself goes to your registrar. Enter the part that is delegated, such as shop';
      return host.startsWith('*') ? 'A * cannot be delegated: name the part' : null;
    },
  ),
  TLSA: fingerprint(certificate('3 1 1 and 64 hex digits'), (host) =>
    /^(_[^.]+|\*)\._[^.]+(\.|$)/.test(host) ? null : 'A TLSA stands at _port._protocol, such as _443._tcp.www',
  ),
  SSHFP: fingerprint({
    numbers: [
      { name: 'Algorithm', may: [1, 2, 3, 4, 6] },
      { name: 'Fingerprint type', may: [1, 2] },
    ],
    digits: (kind) => ({ 1: 40, 2: 64 })[kind],
    example: '4 2 and 64 hex digits',
    data: 'Fingerprint',
  }),
  SMIMEA: fingerprint(certificate('3 1 1 and 64 hex digits'), (host) =>
    /^([^.]+\.)_smimecert(\.|$)/.test(host) ? null : 'An SMIMEA stands at <hash of the mailbox>._smimecert',
  ),
} satisfies Record<string, TypeRule>;
