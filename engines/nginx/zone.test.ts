import { describe, expect, it } from 'vitest';
import { writeConfig } from './config.ts';
import { zoneOf } from './testing.ts';
import { readZone } from './zone.ts';

const origin = { url: 'https://www.example.org', address: '192.0.2.1:443' };
const good = zoneOf('z1', origin);

describe('a zone', () => {
  it.each([
    ['as it comes', good],
    ['with IPv6 addresses', { ...good, origin: { ...good.origin, addresses: ['[2001:db8::1]:8443'] } }],
    ['without addresses', { ...good, origin: { ...good.origin, addresses: [] } }],
    ['with a Host header and port', { ...good, origin: { ...good.origin, hostHeader: 'a.example:8080' } }],
    ['with an origin at an address', { ...good, origin: { ...good.origin, url: 'http://[2001:db8::1]:8080/a%20b/' } }],
    ['with an international origin', { ...good, origin: { ...good.origin, url: 'https://bücher.example' } }],
    ['with an underscore in the host', { ...good, hosts: ['a_b.example'] }],
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
