import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';
import { setupWarnings } from './setup-warnings.ts';

const live = { HEADWATER_DEMO: '0', HEADWATER_PUBLIC_URL: 'https://panel.example' };
const proxy = { HEADWATER_TRUST_PROXY: '1' };
const mail = { HEADWATER_SMTP_URL: 'smtp://mail.example' };

test.each([
  ['everything that customers need', { ...live, ...proxy, ...mail }, []],
  ['no proxy trusted behind https', { ...live, ...mail }, ['HEADWATER_TRUST_PROXY']],
  ['no mail server', { ...live, ...proxy }, ['HEADWATER_SMTP_URL']],
  ['neither', live, ['HEADWATER_TRUST_PROXY', 'HEADWATER_SMTP_URL']],
  ['plain http, where no proxy need be', { ...live, ...mail, HEADWATER_PUBLIC_URL: 'http://10.0.0.1:3000' }, []],
  ['the demo, which reaches nobody', { HEADWATER_PUBLIC_URL: 'https://panel.example' }, []],
])('an operator is warned of what customers would miss: %s', (_, environment, named) => {
  const least = { DATABASE_URL: 'postgres://u@localhost/db', HEADWATER_SECRET: 's'.repeat(32) };
  const warnings = setupWarnings(readSettings({ ...least, ...environment }));
  expect(warnings.map((text) => named.find((name) => text.includes(`${name} is not set`)))).toEqual(named);
});
