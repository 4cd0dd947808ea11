import { expect, test } from 'vitest';
import { providers } from './mail-providers.ts';
import { buildSpf } from './spf.ts';
import { beginSpf, partsOf, spfProblems, tooManyLookups, withProvider } from './spf-form.ts';

const suggestion = (id: string) =>
  buildSpf(
    partsOf(
      beginSpf(
        [],
        providers.find((one) => one.id === id),
      ),
    ),
  );

test('what is suggested fits who receives the mail', () => {
  expect(suggestion('google')).toBe('v=spf1 include:_spf.google.com ~all');
  expect(suggestion('none')).toBe('v=spf1 -all');
  expect(suggestion('own')).toBe('v=spf1 mx ~all');
});

test('a record that is there is shown as it is', () => {
  const text = 'v=spf1 a include:spf.messagingengine.com include:mail.example.net -all';
  expect(buildSpf(partsOf(beginSpf([text], providers[0])))).toBe(text);
});

test('each wrong line is named on its field', () => {
  const form = { ...beginSpf(['v=spf1 -all'], undefined), addresses: '192.0.2.1\n192.0.2.0/33', others: 'https://x' };
  expect(spfProblems(form)).toEqual({
    addresses: '192.0.2.0/33 is no address: enter one such as 192.0.2.10 or 2001:db8::/32',
    others: 'https://x is no name: enter one such as spf.example.com',
  });
  expect(spfProblems({ ...form, addresses: '192.0.2.0/24, 2001:db8::/32', others: '_spf.x.example' })).toEqual({});
});

test('more look-ups than anybody makes are refused', () => {
  const others = Array.from({ length: 11 }, (_, index) => `s${index}.example.net`).join('\n');
  expect(spfProblems({ ...beginSpf(['v=spf1 -all'], undefined), others }).record).toContain('11 look-ups');
});

test('a provider’s senders join those who may send already, once', () => {
  const name = '_spf.google.com';
  expect(withProvider([], name)).toBe('v=spf1 include:_spf.google.com ~all');
  expect(withProvider(['v=spf1 mx ip4:192.0.2.1 -all'], name)).toBe(
    'v=spf1 mx ip4:192.0.2.1 include:_spf.google.com -all',
  );
  expect(withProvider(['v=spf1 include:_spf.google.com ~all'], name)).toBe('v=spf1 include:_spf.google.com ~all');
  expect(withProvider(['v=spf1 mx -all', 'v=spf1 a ~all'], name)).toBe('v=spf1 mx a include:_spf.google.com ~all');
  const full = `v=spf1 ${Array.from({ length: 10 }, (_, index) => `include:s${index}.example.net`).join(' ')} ~all`;
  expect(tooManyLookups(full)).toBeNull();
  expect(tooManyLookups(withProvider([full], name))).toContain('11 look-ups');
});
