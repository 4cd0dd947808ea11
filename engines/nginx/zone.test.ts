import { describe, expect, it } from 'vitest';
import type { AccessConfig } from './access.ts';
import { writeConfig } from './config.ts';
import { zoneOf } from './testing/index.ts';
import { readZone } from './zone.ts';

const origin = { url: 'https://www.example.org', address: '192.0.2.1:443' };
const good = zoneOf('z1', origin);
const access: AccessConfig = {
  token: { keys: ['sixteen-letters!', 'x'.repeat(128)], bindAddress: true },
  referrers: { policy: 'allow', hosts: ['a.test', '*.b.test', 'localhost'], none: 'block' },
  countries: { policy: 'block', list: ['DE'], except: ['192.0.2.1', '2001:db8::/32'] },
  addresses: { policy: 'allow', list: ['0.0.0.0/0', '::/0', '::ffff:192.0.2.0/120', '::1'] },
  userAgents: { policy: 'allow', list: ['VLC*', 'ü'], caseSensitive: false },
  pass: 'our-own-sixteen-letters',
};
const guarded = (rules: unknown) => ({ ...good, access: { ...access, ...(rules as object) } });

describe('a zone', () => {
  it.each([
    ['as it comes', good],
    ['with IPv6 addresses', { ...good, origin: { ...good.origin, addresses: ['[2001:db8::1]:8443'] } }],
    ['without addresses', { ...good, origin: { ...good.origin, addresses: [] } }],
    ['with a Host header and port', { ...good, origin: { ...good.origin, hostHeader: 'a.example:8080' } }],
    ['with an origin at an address', { ...good, origin: { ...good.origin, url: 'http://[2001:db8::1]:8080/a%20b/' } }],
    ['with an international origin', { ...good, origin: { ...good.origin, url: 'https://bücher.example' } }],
    ['with an underscore in the host', { ...good, hosts: ['a_b.example'] }],
    ['with a path of its own', { ...good, path: 'r-news-2' }],
    ['with the key of a door', { ...good, origin: { ...good.origin, door: 'a-door-key-of-24-letters' } }],
    ['that is passed', { ...good, delivery: 'passed' as const }],
    ['with every rule of access', { ...good, access }],
    ['with rules that name nobody', guarded({ addresses: { policy: 'block', list: [] } })],
  ])('%s is accepted', (_what, zone) => {
    expect(readZone(zone)).toMatchObject({ ok: true });
  });

  it.each([
    ['a line end in a host', { ...good, hosts: ['a.test\r\nx: y'] }, 'not a host name: "a.test\\r\\nx: y"'],
    ['quotes in a host', { ...good, hosts: ['a"; return 200 "'] }, 'not a host name'],
    ['an upper-case host', { ...good, hosts: ['A.test'] }, 'not a host name'],
    ['a host with a port', { ...good, hosts: ['a.test:80'] }, 'not a host name'],
    ['no host', { ...good, hosts: [] }, 'a zone needs a host name'],
    ['a path as id', { ...good, id: '../z' }, 'not a zone id'],
    ['a separator in the id', { ...good, id: 'a|b' }, 'not a zone id'],
    [
      'a line end in the Host header',
      { ...good, origin: { ...good.origin, hostHeader: 'a.test\r\nx: y' } },
      'not a host name',
    ],
    ['a space in the Host header', { ...good, origin: { ...good.origin, hostHeader: 'a b' } }, 'not a host name'],
    ['an origin that is no URL', { ...good, origin: { ...good.origin, url: 'nonsense' } }, 'the origin is not a URL'],
    [
      'an origin of another kind',
      { ...good, origin: { ...good.origin, url: 'file:///etc/passwd' } },
      'the origin must be http or https',
    ],
    [
      'a password in the origin',
      { ...good, origin: { ...good.origin, url: 'http://u:p@a.test' } },
      'user name or password',
    ],
    [
      'a query in the origin',
      { ...good, origin: { ...good.origin, url: 'http://a.test/?x' } },
      'a query or a fragment',
    ],
    [
      'a name instead of an address',
      { ...good, origin: { ...good.origin, addresses: ['localhost:80'] } },
      'not an address with a port',
    ],
    [
      'an address without a port',
      { ...good, origin: { ...good.origin, addresses: ['192.0.2.1'] } },
      'not an address with a port',
    ],
    [
      'a port beyond the last',
      { ...good, origin: { ...good.origin, addresses: ['192.0.2.1:65536'] } },
      'not an address with a port',
    ],
    [
      'a socket instead of an address',
      { ...good, origin: { ...good.origin, addresses: ['unix:/run/x.sock'] } },
      'not an address with a port',
    ],
    ['two segments as its path', { ...good, path: 'a/b' }, 'not a path segment'],
    ['an upper-case path', { ...good, path: 'News' }, 'not a path segment'],
    ['a dot segment as its path', { ...good, path: '..' }, 'not a path segment'],
    ['an empty path', { ...good, path: '' }, 'not a path segment'],
    [
      'a line end in the key of its door',
      { ...good, origin: { ...good.origin, door: `${'x'.repeat(16)}\r\ny: z` } },
      'not the key of a door',
    ],
    ['another delivery', { ...good, delivery: 'stored' }, 'cached or passed'],
    ['a short key', guarded({ token: { keys: ['short'], bindAddress: false } }), '16 to 128'],
    ['no key', guarded({ token: { keys: [], bindAddress: false } }), 'one to three keys'],
    ['a short pass', guarded({ pass: 'short' }), '16 to 128'],
    ['another policy', guarded({ addresses: { policy: 'maybe', list: [] } }), 'neither allow nor block'],
    ['a network that is none', guarded({ addresses: { policy: 'allow', list: ['192.0.2.0/33'] } }), 'network'],
    ['a network with a sign', guarded({ addresses: { policy: 'allow', list: ['192.0.2.0/-1'] } }), 'network'],
    ['a network without a prefix', guarded({ addresses: { policy: 'allow', list: ['192.0.2.0/'] } }), 'network'],
    ['an address with a zone', guarded({ addresses: { policy: 'allow', list: ['fe80::1%eth0'] } }), 'network'],
    ['a name as an address', guarded({ addresses: { policy: 'allow', list: ['localhost'] } }), 'network'],
    [
      'a country in small letters',
      guarded({ countries: { policy: 'allow', list: ['de'], except: [] } }),
      'not a country',
    ],
    ['a URL as a site', guarded({ referrers: { policy: 'allow', hosts: ['http://a'], none: 'allow' } }), 'not a site'],
    ['a star within a site', guarded({ referrers: { policy: 'allow', hosts: ['a.*'], none: 'allow' } }), 'not a site'],
    ['an empty agent', guarded({ userAgents: { policy: 'allow', list: [''], caseSensitive: true } }), 'not a pattern'],
    [
      '501 networks',
      guarded({ addresses: { policy: 'allow', list: Array(501).fill('192.0.2.1') } }),
      'at most 500 networks',
    ],
    ['a negative TTL', { ...good, cache: { ...good.cache, edgeTtlSeconds: -1 } }, 'the edge TTL'],
    ['half a second', { ...good, cache: { ...good.cache, edgeTtlSeconds: 0.5 } }, 'the edge TTL'],
    ['a line end in a ban', { ...good, purge: { generation: 0, bans: [[1, '/a\n*']] } }, 'not a purge pattern'],
  ] as [string, typeof good, string][])('with %s is refused, with the reason', (_what, zone, reason) => {
    expect(readZone(zone)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  it('of any shape at all is refused or accepted, never thrown over', () => {
    for (const zone of [
      {},
      { ...good, origin: undefined },
      { ...good, hosts: 'a' },
      { ...good, cache: null },
      { ...good, purge: { bans: 3 } },
      { ...good, hosts: [null] },
      { ...good, access: undefined },
      { ...good, access: 'all' },
      guarded({ token: 'x' }),
      guarded({ addresses: { policy: 'allow', list: [7] } }),
      guarded({ userAgents: [] }),
    ]) {
      expect(readZone(zone as unknown as typeof good)).toMatchObject({ ok: false });
    }
  });
});

describe('the configuration', () => {
  const values = {
    folder: '/srv/edge',
    luaFolder: '/opt/lua',
    modules: '/usr/lib/nginx/modules',
    sockets: { control: '/srv/edge/run/control.sock', inner: '/srv/edge/run/inner.sock' },
    listen: { address: '127.0.0.1', port: 8080 },
    workers: 2,
    user: undefined,
    cacheMaxBytes: 1024,
    openFiles: 1024,
    geoDatabase: undefined,
    trustedCertificates: '/etc/ssl/certs/ca-certificates.crt',
  };

  it('listens where it is told, also on IPv6', () => {
    expect(writeConfig(values)).toContain('listen 127.0.0.1:8080 default_server;');
    expect(writeConfig({ ...values, listen: { address: '::', port: 80 } })).toContain(
      'listen [::]:80 ipv6only=off default_server;',
    );
  });

  it.each([
    ['a folder with quotes', { folder: '/srv/"; user root; #' }],
    ['a folder with a line end', { folder: '/srv/a\nb' }],
    ['a folder with a variable', { folder: '/srv/$a' }],
    ['a Lua folder with a pattern', { luaFolder: '/opt/?/lua;x' }],
    ['a host name to listen on', { listen: { address: 'localhost', port: 80 } }],
    ['port 0', { listen: { address: '127.0.0.1', port: 0 } }],
    ['no workers', { workers: 0 }],
    ['a user with a semicolon', { user: 'root; x' }],
    ['a size that is no number', { cacheMaxBytes: Number.NaN }],
  ])('refuses %s', (_what, change) => {
    expect(() => writeConfig({ ...values, ...change })).toThrow();
  });
});
