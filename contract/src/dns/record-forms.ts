import type { NumberField, RecordType } from './record-types/types.ts';
import { quoteText, splitWords, wordText } from './words.ts';

export type FieldForm = { name: 'record' | NumberField; label: string; placeholder: string; help: string };

/** One of the parts that `record` consists of, in their order. */
export type PartForm = {
  label: string;
  placeholder: string;
  help: string;
  /** `text` stands in quotes, `angle` ends in N, S, E or W, `rest` is all that is left and may be empty. */
  kind: 'word' | 'text' | 'angle' | 'rest';
  /** Where there are only few. */
  options?: readonly { value: string; label: string }[];
};

export type TypeForm = {
  label: string;
  /** What it is for, in one sentence for people who do not know. */
  what: string;
  fields: readonly FieldForm[];
  parts?: readonly PartForm[];
};

const record = (label: string, placeholder: string, help: string): FieldForm => ({
  name: 'record',
  label,
  placeholder,
  help,
});
const whole = (placeholder: string): readonly FieldForm[] => [
  record('Data', placeholder, 'All parts, separated by spaces'),
];
const part = (label: string, placeholder: string, help: string, more: Partial<PartForm> = {}): PartForm => ({
  label,
  placeholder,
  help,
  kind: 'word',
  ...more,
});
const options = (...labels: readonly [value: string, label: string][]) => ({
  options: labels.map(([value, label]) => ({ value, label: `${value} – ${label}` })),
});

const target = (type: string) =>
  record(
    'Target',
    'mail.example.com',
    `A name, not an address. Without any dot it is a name of this domain, such as mail. ${type}`,
  );
const priority: FieldForm = {
  name: 'priority',
  label: 'Priority',
  placeholder: '10',
  help: 'The lowest is tried first',
};

const certificateParts: readonly PartForm[] = [
  part(
    'Usage',
    '3',
    'How the certificate is judged',
    options(
      ['0', 'this authority, and publicly trusted'],
      ['1', 'this certificate, and publicly trusted'],
      ['2', 'this authority'],
      ['3', 'this certificate'],
    ),
  ),
  part('Selector', '1', 'What the data is made from', options(['0', 'the whole certificate'], ['1', 'its public key'])),
  part(
    'Matching type',
    '1',
    'How the data is made',
    options(['0', 'in full'], ['1', 'SHA-256, 64 digits'], ['2', 'SHA-512, 128 digits']),
  ),
  part('Certificate data', '8cb0fc6c527506a0…', 'In hex', { kind: 'rest' }),
];

const bindingParts: readonly PartForm[] = [
  part('Priority', '1', '0 makes an alias; otherwise the lowest is tried first'),
  part('Target', '.', 'The name that serves; a lone dot is the name of this record'),
  part('Parameters', 'alpn=h2,h3', 'alpn, port, ipv4hint, ipv6hint, ech and others; none for an alias', {
    kind: 'rest',
  }),
];

const hashes = options(['1', 'SHA-1'], ['2', 'SHA-256']);

/** What forms say about each type. Messages of `readRecord` about one part begin with its label. */
export const typeForms: Record<RecordType, TypeForm> = {
  A: {
    label: 'A',
    what: 'Sends a name to an IPv4 address, such as that of a web server.',
    fields: [record('IPv4 address', '192.0.2.10', 'Four numbers with dots')],
  },
  AAAA: {
    label: 'AAAA',
    what: 'Sends a name to an IPv6 address.',
    fields: [record('IPv6 address', '2001:db8::10', 'Beside the A record of the same name')],
  },
  CNAME: {
    label: 'CNAME',
    what: 'Makes a name an alias of another one, wherever that is.',
    fields: [
      record(
        'Target',
        'www.example.net',
        'The name that this one stands for. @ is the domain itself. No other record may stand at an alias',
      ),
    ],
  },
  MX: {
    label: 'MX',
    what: 'Says which server takes the mail of a name.',
    fields: [target('A lone dot says that no mail is taken'), priority],
  },
  TXT: {
    label: 'TXT',
    what: 'Holds a text, such as SPF, DKIM or a proof that the domain is yours.',
    fields: [record('Text', 'v=spf1 -all', 'As it is, without quotes; long texts are split by themselves')],
  },
  SRV: {
    label: 'SRV',
    what: 'Says at which server and port a service is found, such as calls or chat.',
    fields: [
      target('A lone dot says that there is no such service'),
      priority,
      {
        name: 'weight',
        label: 'Weight',
        placeholder: '5',
        help: 'Among servers of one priority, more weight gets more visitors',
      },
      { name: 'port', label: 'Port', placeholder: '5060', help: 'Where the service listens' },
    ],
  },
  CAA: {
    label: 'CAA',
    what: 'Says which authorities may issue certificates for a name.',
    fields: whole('0 issue "letsencrypt.org"'),
    parts: [
      part('Flags', '0', 'Almost always 0', options(['0', 'usual'], ['128', 'must be understood'])),
      part(
        'Tag',
        'issue',
        'What the rule is about',
        options(
          ['issue', 'certificates'],
          ['issuewild', 'wildcard certificates'],
          ['issuemail', 'certificates for e-mail'],
          ['issuevmc', 'certificates for logos'],
          ['iodef', 'where to report to'],
          ['contactemail', 'e-mail address of the holder'],
          ['contactphone', 'telephone number of the holder'],
        ),
      ),
      part('Value', 'letsencrypt.org', 'The domain of the authority, or ; for none', { kind: 'text' }),
    ],
  },
  NS: {
    label: 'NS',
    what: 'Hands a part of the domain over to other name servers.',
    fields: [record('Name server', 'ns1.example.net', 'A name, not an address. Use one record for each name server')],
  },
  PTR: {
    label: 'PTR',
    what: 'Says which name an address has, in domains made from addresses.',
    fields: [record('Target', 'host.example.com', 'The name of the address')],
  },
  DS: {
    label: 'DS',
    what: 'Vouches for the key of a part of the domain that was handed over with NS.',
    fields: whole('12345 13 2 8cb0fc6c527506a0…'),
    parts: [
      part('Key tag', '12345', 'From the other side'),
      part(
        'Algorithm',
        '13',
        'From the other side',
        options(
          ['5', 'RSASHA1'],
          ['7', 'RSASHA1-NSEC3'],
          ['8', 'RSASHA256'],
          ['10', 'RSASHA512'],
          ['12', 'ECC-GOST'],
          ['13', 'ECDSAP256SHA256'],
          ['14', 'ECDSAP384SHA384'],
          ['15', 'ED25519'],
          ['16', 'ED448'],
        ),
      ),
      part('Digest type', '2', 'How the digest is made', options(['1', 'SHA-1'], ['2', 'SHA-256'], ['4', 'SHA-384'])),
      part('Digest', '8cb0fc6c527506a0…', 'In hex', { kind: 'rest' }),
    ],
  },
  TLSA: {
    label: 'TLSA',
    what: 'Says which certificate a server shows (DANE), most often that of a mail server.',
    fields: whole('3 1 1 8cb0fc6c527506a0…'),
    parts: certificateParts,
  },
  SSHFP: {
    label: 'SSHFP',
    what: 'Holds the fingerprint of the SSH key of a server, so that nobody need compare it by hand.',
    fields: whole('4 2 8cb0fc6c527506a0…'),
    parts: [
      part(
        'Algorithm',
        '4',
        'Of the key',
        options(['1', 'RSA'], ['2', 'DSA'], ['3', 'ECDSA'], ['4', 'Ed25519'], ['6', 'Ed448']),
      ),
      part('Fingerprint type', '2', 'How it is made', hashes),
      part('Fingerprint', '8cb0fc6c527506a0…', 'In hex, as ssh-keygen -r shows it', { kind: 'rest' }),
    ],
  },
  SMIMEA: {
    label: 'SMIMEA',
    what: 'Says which certificate a mailbox signs and encrypts with (S/MIME).',
    fields: whole('3 1 1 8cb0fc6c527506a0…'),
    parts: certificateParts,
  },
  NAPTR: {
    label: 'NAPTR',
    what: 'Rewrites names for telephony and other services.',
    fields: whole('100 10 "S" "SIP+D2U" "" _sip._udp.example.com'),
    parts: [
      part('Order', '100', 'The lowest is looked at first'),
      part('Preference', '10', 'The lowest first, among those of one order'),
      part('Flags', 'S', 'What comes next, or nothing', { kind: 'text' }),
      part('Service', 'SIP+D2U', 'The service and its protocol', { kind: 'text' }),
      part('Regexp', '!^.*$!sip:info@example.com!', 'How to rewrite, or nothing', { kind: 'text' }),
      part('Replacement', '_sip._udp.example.com', 'The next name, or a lone dot'),
    ],
  },
  LOC: {
    label: 'LOC',
    what: 'Says where on Earth a name is.',
    fields: whole('51 30 26.000 N 0 7 39.000 W 11.00m'),
    parts: [
      part('Latitude', '51 30 26.000 N', 'Degrees, minutes, seconds, then N or S', { kind: 'angle' }),
      part('Longitude', '0 7 39.000 W', 'Degrees, minutes, seconds, then E or W', { kind: 'angle' }),
      part('Altitude', '11.00m', 'Metres above the sea'),
      part('Size and precision', '1m 10000m 10m', 'Metres: size, then horizontal and vertical precision', {
        kind: 'rest',
      }),
    ],
  },
  HTTPS: {
    label: 'HTTPS',
    what: 'Tells browsers how to reach a website before they connect: HTTP/3, another port, another name.',
    fields: whole('1 . alpn=h2,h3'),
    parts: bindingParts,
  },
  SVCB: {
    label: 'SVCB',
    what: 'Tells programs how to reach a service before they connect.',
    fields: whole('1 . alpn=dot port=853'),
    parts: bindingParts,
  },
  URI: {
    label: 'URI',
    what: 'Says at which web address a service is found.',
    fields: whole('10 1 "https://www.example.com/path"'),
    parts: [
      part('Priority', '10', 'The lowest is tried first'),
      part('Weight', '1', 'Among those of one priority, more weight gets more visitors'),
      part('Address', 'https://www.example.com/path', 'In full', { kind: 'text' }),
    ],
  },
};

/** `record` from what was typed into each part. */
export function joinParts(parts: readonly PartForm[], values: readonly string[]): string {
  if (values.every((value) => value.trim() === '')) return '';
  const words = parts.map(({ kind }, index) => {
    const value = values[index]?.trim() ?? '';
    if (kind === 'text') return quoteText(value);
    // An empty one keeps its place, so that the message about it is right.
    return value === '' && kind !== 'rest' ? '""' : value;
  });
  return words.join(' ').trim();
}

/** What each part's input shows. */
export function splitParts(parts: readonly PartForm[], record: string): string[] {
  const words = splitWords(record) ?? record.split(/\s+/);
  return parts.map(({ kind }) => {
    const found = kind === 'angle' ? words.findIndex((word) => /^[nsew]$/i.test(word)) : -1;
    const take = kind === 'rest' ? words.length : Math.max(1, found + 1);
    const taken = words.splice(0, take);
    const [first = ''] = taken;
    return kind === 'text' || first === '""' ? (wordText(first) ?? first) : taken.join(' ');
  });
}

/** The part that a message of `readRecord` is about: that whose label it begins with, otherwise the open-ended one. */
export function partOf(parts: readonly PartForm[], message: string): PartForm | null {
  return (
    parts.find(({ label }) => message.startsWith(`${label}: `)) ?? parts.find(({ kind }) => kind === 'rest') ?? null
  );
}
