import { readIpv4, readIpv6 } from '../addresses.ts';
import { accept, pointing, refuse, type TypeRule } from './types.ts';

const a: TypeRule = {
  numbers: [],
  read(record) {
    const address = readIpv4(record);
    if (address) return accept(address);
    return refuse(
      readIpv6(record)
        ? 'This is an IPv6 address: give it to an AAAA record instead'
        : 'Enter an IPv4 address such as 192.0.2.10',
    );
  },
};

const aaaa: TypeRule = {
  numbers: [],
  read(record) {
    const address = readIpv6(record);
    if (!address) {
      return refuse(
        readIpv4(record)
          ? 'This is an IPv4 address: give it to an A record instead'
          : 'Enter an IPv6 address such as 2001:db8::10',
      );
    }
    // Nobody can be reached there, and PowerDNS refuses it.
    if (address.includes('.')) return refuse('This is an IPv4 address in IPv6 form: give it to an A record instead');
    return accept(address);
  },
};

const cname = pointing(
  { type: 'A CNAME', underscores: true },
  {
    hostProblem: (host) =>
      host === '@' ? 'The domain itself cannot be a CNAME: give it A and AAAA records, or an HTTPS record' : null,
  },
);

const mxTarget = pointing({ type: 'An MX', dot: true });
const mx: TypeRule = {
  ...mxTarget,
  numbers: ['priority'],
  read(record, domain, numbers) {
    const target = mxTarget.read(record, domain, numbers);
    return target.ok && target.record === '.' && numbers.priority !== 0
      ? refuse('A lone dot says that the name takes no mail, with priority 0: set the priority to 0 or enter a name')
      : target;
  },
};

const srv = pointing(
  { type: 'An SRV', dot: true },
  {
    numbers: ['priority', 'weight', 'port'],
    hostProblem: (host) =>
      /^(_[^.]+|\*)\._[^.]+(\.|$)/.test(host) ? null : 'An SRV stands at _service._protocol, such as _sip._tcp',
  },
);

const delegation = (host: string): string | null =>
  host.startsWith('*') ? 'A * cannot be delegated: name the part' : null;

const ns = pointing(
  { type: 'An NS' },
  {
    hostProblem: (host) =>
      host === '@'
        ? 'The name servers of the domain itself are ours. Enter the part to delegate, such as shop'
        : delegation(host),
  },
);

export const basicRules = {
  A: a,
  AAAA: aaaa,
  CNAME: cname,
  MX: mx,
  SRV: srv,
  NS: ns,
  PTR: pointing({ type: 'A PTR', underscores: true }),
} satisfies Record<string, TypeRule>;
