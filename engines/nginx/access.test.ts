import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AccessConfig } from './access.ts';
import { type Asking, zoneOf } from './testing/index.ts';
import { believeAddresses, openEdge } from './testing/open-edge.ts';

const geoDatabase = join(
  import.meta.dirname,
  '../../node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
);
const none: AccessConfig = {
  token: null,
  referrers: null,
  countries: null,
  addresses: null,
  userAgents: null,
  pass: null,
};

const { origin, edge } = await openEdge({ geoDatabase }, believeAddresses);
let count = 0;

/** A zone of one's own with some rules; what is asked for is in the cache already. */
async function guard(rules: Partial<AccessConfig>) {
  const open = zoneOf(`a${++count}`, origin);
  const [host] = open.hosts as [string];
  expect(await edge.control.putZones([open])).toEqual({ refused: [] });
  await edge.ask(host, '/a');
  expect(await edge.control.putZones([{ ...open, access: { ...none, ...rules } }])).toEqual({ refused: [] });
  const ask = (headers: Record<string, string> = {}, more: Asking = {}) => edge.ask(host, '/a', { headers, ...more });
  return { host, ask };
}

/** Addresses of a well-known public resolver and of networks nobody has. */
const american = '8.8.8.8';
const german = '2003::1';
const nowhere = '192.0.2.7';

type Case = [what: string, rules: Partial<AccessConfig>, headers: Record<string, string>, refused: string | null];
const from = (address: string) => ({ 'x-test-address': address });
const agent = (text: string) => ({ 'user-agent': text });
const allow = 'allow' as const;
const block = 'block' as const;

const cases: Case[] = [
  ['an address in an allowed list', { addresses: { policy: allow, list: ['192.0.2.7'] } }, from(nowhere), null],
  ['an address in an allowed network', { addresses: { policy: allow, list: ['192.0.2.0/29'] } }, from(nowhere), null],
  [
    'an address just outside of it',
    { addresses: { policy: allow, list: ['192.0.2.0/29'] } },
    from('192.0.2.8'),
    'Address',
  ],
  ['any address where none is allowed', { addresses: { policy: allow, list: [] } }, from(nowhere), 'Address'],
  [
    'an address in a blocked network',
    { addresses: { policy: block, list: ['10.0.0.0/8', '192.0.0.0/14'] } },
    from(nowhere),
    'Address',
  ],
  ['an address in no blocked network', { addresses: { policy: block, list: ['10.0.0.0/8'] } }, from(nowhere), null],
  ['everybody of IPv4 by /0', { addresses: { policy: block, list: ['0.0.0.0/0'] } }, from(nowhere), 'Address'],
  ['IPv6 by an IPv4 /0', { addresses: { policy: block, list: ['0.0.0.0/0'] } }, from('2001:db8::1'), null],
  [
    'an IPv6 address in a network',
    { addresses: { policy: allow, list: ['2001:db8::/33'] } },
    from('2001:db8:7fff::1'),
    null,
  ],
  [
    'an IPv6 address just outside',
    { addresses: { policy: allow, list: ['2001:db8::/33'] } },
    from('2001:db8:8000::1'),
    'Address',
  ],
  [
    'an IPv6 address in another spelling',
    { addresses: { policy: allow, list: ['2001:DB8:0:0::0001'] } },
    from('2001:db8::1'),
    null,
  ],
  [
    'IPv4 as a socket of both shows it',
    { addresses: { policy: allow, list: ['192.0.2.0/24'] } },
    from('::ffff:192.0.2.7'),
    null,
  ],
  [
    'IPv4 in a list of mapped addresses',
    { addresses: { policy: allow, list: ['::ffff:192.0.2.0/120'] } },
    from(nowhere),
    null,
  ],
  [
    'a network with bits behind its prefix',
    { addresses: { policy: allow, list: ['192.0.2.99/24'] } },
    from(nowhere),
    null,
  ],

  ['an allowed country', { countries: { policy: allow, list: ['US'], except: [] } }, from(american), null],
  [
    'a country that is not allowed',
    { countries: { policy: allow, list: ['DE', 'FR'], except: [] } },
    from(american),
    'Country',
  ],
  ['an allowed country over IPv6', { countries: { policy: allow, list: ['DE'], except: [] } }, from(german), null],
  [
    'IPv4 of an allowed country on a socket of both',
    { countries: { policy: allow, list: ['US'], except: [] } },
    from('::ffff:8.8.8.8'),
    null,
  ],
  ['a blocked country', { countries: { policy: block, list: ['US'], except: [] } }, from(american), 'Country'],
  ['a country that is not blocked', { countries: { policy: block, list: ['DE'], except: [] } }, from(american), null],
  [
    'an unknown country where some are allowed',
    { countries: { policy: allow, list: ['US'], except: [] } },
    from(nowhere),
    'Country',
  ],
  [
    'an unknown country even by its stand-in',
    { countries: { policy: allow, list: ['XX'], except: [] } },
    from(nowhere),
    'Country',
  ],
  [
    'an unknown country where some are blocked',
    { countries: { policy: block, list: ['US'], except: [] } },
    from(nowhere),
    null,
  ],
  [
    'an excepted network of a blocked country',
    { countries: { policy: block, list: ['US'], except: ['8.8.8.0/24'] } },
    from(american),
    null,
  ],
  [
    'another network of a blocked country',
    { countries: { policy: block, list: ['US'], except: ['8.8.4.0/24'] } },
    from(american),
    'Country',
  ],
  [
    'an excepted network of no country',
    { countries: { policy: allow, list: ['US'], except: ['192.0.2.0/24'] } },
    from(nowhere),
    null,
  ],

  [
    'an allowed player by a wildcard',
    { userAgents: { policy: allow, list: ['VLC/*'], caseSensitive: false } },
    agent('VLC/3.0.18'),
    null,
  ],
  [
    'one in other letters',
    { userAgents: { policy: allow, list: ['vlc/*'], caseSensitive: false } },
    agent('VLC/3.0.18'),
    null,
  ],
  [
    'one in other letters where case counts',
    { userAgents: { policy: allow, list: ['vlc/*'], caseSensitive: true } },
    agent('VLC/3.0.18'),
    'Player',
  ],
  [
    'one whose name only begins so',
    { userAgents: { policy: allow, list: ['VLC/3'], caseSensitive: false } },
    agent('VLC/3.0'),
    'Player',
  ],
  [
    'one with a star in the middle',
    { userAgents: { policy: block, list: ['Mozilla*bot*'], caseSensitive: false } },
    agent('Mozilla/5.0 (a bot)'),
    'Player',
  ],
  [
    'one that differs in the middle',
    { userAgents: { policy: block, list: ['Mozilla*bot*'], caseSensitive: false } },
    agent('Mozilla/5.0 (a man)'),
    null,
  ],
  [
    'percent signs as they stand',
    { userAgents: { policy: allow, list: ['a%41//b'], caseSensitive: false } },
    agent('a%41//b'),
    null,
  ],
  [
    'percent signs not as what they encode',
    { userAgents: { policy: allow, list: ['a%41b'], caseSensitive: false } },
    agent('aAb'),
    'Player',
  ],
  [
    'dots and brackets as they stand',
    { userAgents: { policy: allow, list: ['a.b(c)'], caseSensitive: false } },
    agent('axb(c)'),
    'Player',
  ],
  [
    'nobody’s name where any is blocked',
    { userAgents: { policy: block, list: ['*'], caseSensitive: false } },
    {},
    'Player',
  ],
  [
    'nobody’s name where some are allowed',
    { userAgents: { policy: allow, list: ['VLC*'], caseSensitive: false } },
    {},
    'Player',
  ],
];

describe('the rules of a zone', () => {
  it.each(cases)('judge %s', async (_what, rules, headers, refused) => {
    const { ask } = await guard(rules);
    const answer = await ask(headers);
    if (refused === null) return expect([answer.status, answer.cache]).toEqual([200, 'HIT']);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain(`<h1>${refused} not allowed</h1>`);
  });

  const site = (text: string) => ({ referer: text });
  it.each<[string, Record<string, string>, boolean]>([
    ['an allowed site', site('https://www.example.com/page?x'), true],
    ['one with a port', site('http://www.example.com:8080/'), true],
    ['one in capitals', site('HTTPS://WWW.EXAMPLE.COM/'), true],
    ['one with a dot at its end', site('https://www.example.com./'), true],
    ['one that says only its origin', { origin: 'https://www.example.com' }, true],
    ['a name below a wildcard', site('https://a.b.example.org/'), true],
    ['the wildcard’s own name', site('https://example.org/'), false],
    ['a name that only ends so', site('https://badexample.org/'), false],
    ['another site', site('https://evil.test/?https://www.example.com/'), false],
    ['another site that names the allowed one as a user', site('https://www.example.com@evil.test/'), false],
    ['another site behind a user with a port', site('https://www.example.com:80@evil.test/'), false],
    ['another site behind a backslash', site('https://evil.test\\@www.example.com/'), false],
    ['another site by its origin', { origin: 'https://evil.test' }, false],
    ['an address', site('http://[2001:db8::1]:80/'), false],
  ])('judge %s', async (_what, headers, isAllowed) => {
    const hosts = ['www.example.com', '*.example.org'];
    const { ask } = await guard({ referrers: { policy: 'allow', hosts, none: 'allow' } });
    expect((await ask(headers)).status).toBe(isAllowed ? 200 : 403);
    const inverse = await guard({ referrers: { policy: 'block', hosts, none: 'allow' } });
    expect((await inverse.ask(headers)).status).toBe(isAllowed ? 403 : 200);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['an origin that is hidden', { origin: 'null' }],
    ['an app', { referer: 'android-app://www.example.com/' }],
    ['a file', { referer: 'file:///www.example.com' }],
    ['no host at all', { referer: 'https:///' }],
    ['something else', { referer: 'www.example.com' }],
  ])('let a request in that names no site (%s) as they say', async (_what, headers) => {
    for (const policy of [allow, block]) {
      const lenient = await guard({ referrers: { policy, hosts: ['www.example.com'], none: 'allow' } });
      expect((await lenient.ask(headers)).status).toBe(200);
      const strict = await guard({ referrers: { policy, hosts: ['www.example.com'], none: 'block' } });
      const answer = await strict.ask(headers);
      expect([answer.status, answer.text.includes('named none')]).toEqual([403, true]);
    }
  });

  it('are asked in their order, and all of them must hold', async () => {
    const { ask } = await guard({
      addresses: { policy: 'block', list: ['192.0.2.7'] },
      countries: { policy: 'allow', list: ['US'], except: [] },
      userAgents: { policy: 'allow', list: ['good'], caseSensitive: false },
      referrers: { policy: 'allow', hosts: ['good.test'], none: 'block' },
    });
    const good = { ...from(american), ...agent('good'), referer: 'https://good.test/' };
    expect((await ask({ ...good, ...from(nowhere) })).text).toContain('Address not allowed');
    expect((await ask({ ...good, ...from('192.0.2.8') })).text).toContain('Country not allowed');
    expect((await ask({ ...good, ...agent('bad') })).text).toContain('Player not allowed');
    expect((await ask({ ...good, referer: 'https://bad.test/' })).text).toContain('Site not allowed');
    expect((await ask(good)).cache).toBe('HIT');
  });
});

describe('a refusal', () => {
  it('is not kept by browsers, can be read by players on any site, and shows nothing of the visitor or the rules', async () => {
    const { ask } = await guard({ addresses: { policy: 'allow', list: ['198.51.100.9'] } });
    const answer = await ask({ ...from(nowhere), origin: 'https://player.test', 'user-agent': '<script>' });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    expect(answer.headers['x-cache']).toBeUndefined();
    for (const secret of ['192.0.2.7', '198.51.100.9', 'script>', 'player.test'])
      expect(answer.text).not.toContain(secret);
  });

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PURGE'])('holds for %s', async (method) => {
    const { ask } = await guard({ addresses: { policy: 'allow', list: [] } });
    const before = origin.seen.length;
    expect((await ask({}, { method })).status).toBe(403);
    expect(origin.seen).toHaveLength(before);
  });

  it('is counted with its status for its zone', async () => {
    const { ask, host } = await guard({ addresses: { policy: 'allow', list: [] } });
    await ask(from(american));
    const lines = async () => (await edge.accessLines(1)).filter((line) => line.host === host && line.status === 403);
    await expect.poll(async () => (await lines()).length, { timeout: 10_000 }).toBe(1);
    expect((await lines())[0]).toMatchObject({ zone: `a${count}`, cache: '', country: 'US', uri: '/a' });
  });

  it('ends when the rule does', async () => {
    const { ask, host } = await guard({ addresses: { policy: 'allow', list: [] } });
    expect((await ask()).status).toBe(403);
    await edge.control.putZones([zoneOf(`a${count}`, origin, { hosts: [host] })]);
    expect((await ask()).cache).toBe('HIT');
  });
});

describe('a preflight', () => {
  const preflight = { method: 'OPTIONS' };
  const asked = { origin: 'https://player.test', 'access-control-request-method': 'GET' };

  it('is answered before any rule, so that a page can read why the request behind it is refused', async () => {
    const { ask } = await guard({ addresses: { policy: 'allow', list: [] } });
    const before = origin.seen.length;
    const answer = await ask({ ...asked, 'access-control-request-headers': 'range' }, preflight);
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' });
    expect(answer.body).toHaveLength(0);
    expect(origin.seen).toHaveLength(before);
  });

  it('for a method that changes things is judged like any request', async () => {
    const { ask } = await guard({ addresses: { policy: 'allow', list: [] } });
    expect((await ask({ ...asked, 'access-control-request-method': 'DELETE' }, preflight)).status).toBe(403);
  });

  it('goes to the origin in a plain zone', async () => {
    const zone = zoneOf('preflown', origin);
    await edge.control.putZones([zone]);
    expect((await edge.ask('preflown.test', '/p', { ...preflight, headers: asked })).status).toBe(200);
    expect(origin.seen.at(-1)).toMatchObject({ method: 'OPTIONS', url: '/p' });
  });
});
