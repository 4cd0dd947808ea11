import { expect, test } from 'vitest';
import { readKey, selectorIn } from './dkim.ts';

const domain = 'riverside.example';
const key = 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A';

test.each([
  ['the text alone', key],
  ['in quotes', `"${key}"`],
  ['in pieces', '"v=DKIM1; k=rsa; " "p=MIIBIjANBgkqhkiG9w0BA" "QEFAAOCAQ8A"'],
  ['a whole line', `google._domainkey IN TXT ( "v=DKIM1; k=rsa; " "p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A" )`],
  ['a whole line with a TTL', `google._domainkey.riverside.example. 3600 IN TXT "${key}"`],
])('a key is read however a provider shows it: %s', (_how, value) => {
  expect(readKey({ selector: 'google', value }, domain)).toEqual({
    ok: true,
    key: { host: 'google._domainkey', type: 'TXT', record: key },
  });
});

test('a key that stays with the provider is a CNAME', () => {
  const value = 'fm1.riverside.example.dkim.fmhosted.com';
  expect(readKey({ selector: 'fm1', value }, domain)).toEqual({
    ok: true,
    key: { host: 'fm1._domainkey', type: 'CNAME', record: `${value}.` },
  });
});

test.each([
  'google',
  'google._domainkey',
  'google._domainkey.riverside.example',
  ' google._domainkey.riverside.example. ',
])('the selector may be the whole name: %s', (selector) =>
  expect(readKey({ selector, value: key }, domain)).toMatchObject({ key: { host: 'google._domainkey' } }),
);

test('what is no key says what would be one, on its field', () => {
  expect(readKey({ selector: '', value: '' }, domain)).toEqual({
    ok: false,
    problems: {
      selector: 'Enter the selector that your provider names, such as google',
      value: 'Paste the key that your provider shows',
    },
  });
  expect(readKey({ selector: 'x', value: 'v=DKIM1; p=not a k§y' }, domain)).toMatchObject({ ok: false });
  expect(readKey({ selector: 'x', value: 'hello' }, domain)).toMatchObject({ ok: false });
});

test('the selector is found in a pasted line', () => {
  expect(selectorIn('s1._domainkey IN TXT "v=DKIM1"')).toBe('s1');
  expect(selectorIn(key)).toBeNull();
});
