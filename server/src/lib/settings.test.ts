import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const least = { DATABASE_URL: 'postgres://u@localhost/db', HEADWATER_SECRET: 's'.repeat(32) };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('settings', () => {
  test('need little: everything else has a default', () => {
    expect(readSettings(least)).toMatchObject({
      bind: '127.0.0.1',
      port: 3000,
      edgePort: 8080,
      metricsPort: null,
      edgeDomain: 'cdn.localhost',
      publicUrl: 'http://localhost:3000',
      trustProxy: false,
      demoOrigin: 'http://127.0.0.1:3081',
      allowPrivateOrigins: false,
      smtpUrl: null,
      mailFrom: { name: 'Headwater', address: 'no-reply@localhost' },
    });
  });

  test('are read from the environment', () => {
    const settings = readSettings({
      ...least,
      HEADWATER_PORT: '8443',
      HEADWATER_EDGE_DOMAIN: 'CDN.Example',
      HEADWATER_METRICS_PORT: '9464',
      HEADWATER_DEMO: '0',
      HEADWATER_TRUST_PROXY: 'on',
      HEADWATER_ALLOW_PRIVATE_ORIGINS: 'true',
    });
    expect(settings).toMatchObject({
      port: 8443,
      metricsPort: 9464,
      publicUrl: 'http://localhost:8443',
      edgeDomain: 'cdn.example',
      demoOrigin: null,
      trustProxy: true,
      allowPrivateOrigins: true,
    });
  });

  test('that are set to nothing are not set', () => {
    const empty = { HEADWATER_METRICS_PORT: '', HEADWATER_PORT: '', HEADWATER_SMTP_URL: '', DATABASE_APP_URL: '' };
    expect(readSettings({ ...least, ...empty })).toEqual(readSettings(least));
  });

  test('take the public address with or without a slash at its end', () => {
    for (const given of ['https://panel.example', 'https://panel.example/']) {
      expect(readSettings({ ...least, HEADWATER_PUBLIC_URL: given }).publicUrl).toBe('https://panel.example');
    }
  });

  test.each([
    [{ DATABASE_URL: undefined }, /^DATABASE_URL/],
    [{ DATABASE_URL: '' }, /DATABASE_URL must name a PostgreSQL database/],
    [{ HEADWATER_SECRET: 'short' }, /HEADWATER_SECRET must have at least 32 characters/],
    [{ HEADWATER_PORT: '0' }, /^HEADWATER_PORT/],
    [{ HEADWATER_METRICS_PORT: '70000' }, /^HEADWATER_METRICS_PORT/],
    [{ HEADWATER_PORT: 'http' }, /^HEADWATER_PORT/],
    [{ HEADWATER_DEMO: 'yes' }, /^HEADWATER_DEMO/],
    [{ HEADWATER_PUBLIC_URL: 'panel.example' }, /^HEADWATER_PUBLIC_URL/],
    [{ HEADWATER_SMTP_URL: 'mail.example:25' }, /^HEADWATER_SMTP_URL/],
    [{ HEADWATER_SMTP_URL: 'https://mail.example' }, /^HEADWATER_SMTP_URL/],
    [{ HEADWATER_SMTP_URL: 'smtp://dana:100%@mail.example' }, /^HEADWATER_SMTP_URL/],
    [{ HEADWATER_SMTP_URL: 'smtp://mail.example?secure=false' }, /^HEADWATER_SMTP_URL/],
    [{ HEADWATER_DNS_PORT: 'dns' }, /^HEADWATER_DNS_PORT/],
    [{ HEADWATER_NAMESERVERS: 'ns1.example.net' }, /^HEADWATER_NAMESERVERS: name at least two name servers/],
    [{ HEADWATER_NAMESERVERS: 'ns1.example.net,ns1.EXAMPLE.net.' }, /^HEADWATER_NAMESERVERS: name at least two/],
    [{ HEADWATER_NAMESERVERS: 'ns1.example.net,192.0.2.1:53' }, /^HEADWATER_NAMESERVERS: use host names/],
    [{ HEADWATER_DNS_HOSTMASTER: 'not a mailbox' }, /^HEADWATER_DNS_HOSTMASTER: use an e-mail address/],
    [{ HEADWATER_DNS_HOSTMASTER: `${'a'.repeat(64)}@riverside.example` }, /^HEADWATER_DNS_HOSTMASTER: use an e-mail/],
    [{ HEADWATER_DNS_RESOLVER: 'resolver.example' }, /^HEADWATER_DNS_RESOLVER: use an IP address/],
    [{ HEADWATER_DNS_RESOLVER: '192.0.2.53:0' }, /^HEADWATER_DNS_RESOLVER/],
    [{ HEADWATER_DNS_RESOLVER: '[192.0.2.53]' }, /^HEADWATER_DNS_RESOLVER/],
    [{ HEADWATER_DNS_AUTHORITY_PORT: '70000' }, /^HEADWATER_DNS_AUTHORITY_PORT/],
    [{ HEADWATER_EDGE_ADDRESSES: '192.0.2.0/24' }, /^HEADWATER_EDGE_ADDRESSES: use IP addresses/],
    [{ HEADWATER_MAIL_FROM: 'Riverside' }, /^HEADWATER_MAIL_FROM/],
    [{ HEADWATER_MAIL_FROM: 'Riverside <nobody>' }, /^HEADWATER_MAIL_FROM/],
  ])('with %j say which one is wrong', (change, message) => {
    expect(() => readSettings({ ...least, ...change })).toThrow(message);
  });

  test('never repeat the password of the mail server', () => {
    const environment = { ...least, HEADWATER_SMTP_URL: 'smpt://dana:hush-hush@mail.example' };
    expect(() => readSettings(environment)).toThrow(/^(?!.*hush)/s);
  });

  test.each([
    ['mail@riverside.example', { name: '', address: 'mail@riverside.example' }],
    ['Riverside <mail@riverside.example>', { name: 'Riverside', address: 'mail@riverside.example' }],
    ['"Riverside, Inc." <mail@riverside.example>', { name: 'Riverside, Inc.', address: 'mail@riverside.example' }],
  ])('take %s as the sender of messages', (text, mailFrom) => {
    expect(readSettings({ ...least, HEADWATER_MAIL_FROM: text }).mailFrom).toEqual(mailFrom);
  });

  test('make the sender from the provider’s name and the host of the panel', () => {
    const given = { HEADWATER_PROVIDER_NAME: 'Riverside', HEADWATER_PUBLIC_URL: 'https://panel.example:8443/' };
    expect(readSettings({ ...least, ...given }).mailFrom).toEqual({
      name: 'Riverside',
      address: 'no-reply@panel.example',
    });
  });

  test.each(['Dns.Admin@Riverside.Example', 'dns\\.admin.riverside.example.'])('take %s as the hostmaster', (text) => {
    expect(readSettings({ ...least, HEADWATER_DNS_HOSTMASTER: text }).dnsHostmaster).toBe(
      'dns.admin@riverside.example',
    );
  });

  test('name the name servers after the demo or the edge domain, until the operator names them', () => {
    expect(readSettings(least)).toMatchObject({
      dnsPort: 5300,
      nameservers: ['ns1.headwater.test', 'ns2.headwater.test'],
      areNameserversGuessed: true,
      dnsHostmaster: null,
      dnsResolver: null,
      dnsAuthorityPort: 53,
      edgeAddresses: [],
    });
    const live = { ...least, HEADWATER_DEMO: '0', HEADWATER_EDGE_DOMAIN: 'CDN.Example' };
    expect(readSettings(live).nameservers).toEqual(['ns1.cdn.example', 'ns2.cdn.example']);
    const named = { ...live, HEADWATER_NAMESERVERS: ' A.ns.Example.NET., b.ns.example.net,' };
    expect(readSettings(named)).toMatchObject({
      nameservers: ['a.ns.example.net', 'b.ns.example.net'],
      areNameserversGuessed: false,
    });
  });

  test.each([
    ['192.0.2.53', '192.0.2.53:53'],
    ['192.0.2.53:5353', '192.0.2.53:5353'],
    ['2001:db8::53', '[2001:db8::53]:53'],
    ['[2001:db8::53]', '[2001:db8::53]:53'],
    ['[2001:db8::53]:5353', '[2001:db8::53]:5353'],
  ])('take %s as a resolver', (text, dnsResolver) => {
    expect(readSettings({ ...least, HEADWATER_DNS_RESOLVER: text }).dnsResolver).toBe(dnsResolver);
  });

  test('take the addresses that proxied records are answered with, of both kinds', () => {
    const { edgeAddresses } = readSettings({ ...least, HEADWATER_EDGE_ADDRESSES: '192.0.2.1, 2001:db8::1' });
    expect(edgeAddresses).toEqual(['192.0.2.1', '2001:db8::1']);
  });

  test('take the secret from the data folder, and say where they looked for it', () => {
    const { HEADWATER_SECRET: _, ...rest } = least;
    const environment = { ...rest, HEADWATER_DATA: folder };
    expect(() => readSettings(environment)).toThrow(`${join(folder, 'secret')} does not exist`);
    writeFileSync(join(folder, 'secret'), `${'k'.repeat(40)}\n`);
    expect(readSettings(environment).secret).toBe('k'.repeat(40));
  });
});
