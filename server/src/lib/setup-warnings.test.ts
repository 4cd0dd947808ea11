import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';
import { setupWarnings } from './setup-warnings.ts';

const live = { HEADWATER_DEMO: '0', HEADWATER_PUBLIC_URL: 'https://panel.example' };
const proxy = { HEADWATER_TRUST_PROXY: '1' };
const mail = { HEADWATER_SMTP_URL: 'smtp://mail.example' };
const dns = { HEADWATER_NAMESERVERS: 'ns1.example.net,ns2.example.net' };

test.each([
  ['everything that customers need', { ...live, ...proxy, ...mail, ...dns }, []],
  ['no proxy trusted behind https', { ...live, ...mail, ...dns }, ['HEADWATER_TRUST_PROXY']],
  ['no mail server', { ...live, ...proxy, ...dns }, ['HEADWATER_SMTP_URL']],
  ['no name servers', { ...live, ...proxy, ...mail }, ['HEADWATER_NAMESERVERS']],
  ['none of them', live, ['HEADWATER_TRUST_PROXY', 'HEADWATER_SMTP_URL', 'HEADWATER_NAMESERVERS']],
  [
    'plain http, where no proxy need be',
    { ...live, ...mail, ...dns, HEADWATER_PUBLIC_URL: 'http://10.0.0.1:3000' },
    [],
  ],
  ['the demo, which reaches nobody', { HEADWATER_PUBLIC_URL: 'https://panel.example' }, []],
])('an operator is warned of what customers would miss: %s', (_, environment, named) => {
  const least = { DATABASE_URL: 'postgres://u@localhost/db', HEADWATER_SECRET: 's'.repeat(32) };
  const warnings = setupWarnings(readSettings({ ...least, ...environment }));
  expect(warnings.map((text) => named.find((name) => text.includes(`${name} is not set`)))).toEqual(named);
});
