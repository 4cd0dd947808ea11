import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SoaUpdate } from './domain.ts';
import { defaultMailbox, readMailbox, writeMailbox } from './mailbox.ts';
import { absoluteName, readDomainName, readHost, readTarget, relativeHost } from './names.ts';

const domain = 'example.com';
const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('a', 'B', '1', '.', '-', '_', '*', '@', 'é', '。', 'ß', '\u00ad', ' '),
    maxLength: 80,
  }),
  fc.domain(),
  fc.stringMatching(/^[a-z]{0,4}\.?(example\.com\.?){0,2}$/),
);

describe('a domain', () => {
  test.each([
    ['Example.COM', 'example.com'],
    [' example.com. ', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['EXAMPLE。COM', 'example.com'],
    ['a.b.c.example.co.uk', 'a.b.c.example.co.uk'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('%j is %s', (text, name) => expect(readDomainName(text)).toEqual({ ok: true, name }));

  test.each([
    ['', 'Enter a domain such as example.com'],
    ['https://example.com/', 'no https://'],
    ['example.com:80', 'no path'],
    ['me@example.com', 'no path'],
    ['192.0.2.1', 'not an IP address'],
    ['com', 'with its ending'],
    ['example', 'with its ending'],
    ['a..com', 'one dot between'],
    ['.example.com', 'none at the start'],
    [`${'a'.repeat(64)}.com`, 'at most 63'],
    [`${'a.'.repeat(130)}com`, '253'],
    ['-a.com', 'no hyphen at either end'],
    ['a_b.com', 'letters, digits and hyphens'],
    ['exa mple.com', 'no spaces'],
    ['example.123', 'cannot be a number'],
    ['*.example.com', 'letters, digits and hyphens'],
  ])('%j is refused: %s', (text, words) =>
    expect(readDomainName(text)).toEqual({ ok: false, message: expect.stringContaining(words) }),
  );

  test('whatever is typed is refused in words, or becomes a name that is its own', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const reading = readDomainName(text);
        if (!reading.ok) return;
        expect(reading.name).toMatch(/^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{1,63}$/);
        expect(readDomainName(reading.name)).toEqual(reading);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the owner of a record', () => {
  test.each([
    ['', '@'],
    ['@', '@'],
    ['example.com', '@'],
    ['Example.com.', '@'],
    ['WWW', 'www'],
    ['www.example.com', 'www'],
    ['www.example.com.', 'www'],
    ['*', '*'],
    ['*.shop', '*.shop'],
    ['*.example.com.', '*'],
    ['_dmarc', '_dmarc'],
    ['_sip._tcp', '_sip._tcp'],
    ['müller', 'xn--mller-kva'],
    ['notexample.com', 'notexample.com'],
  ])('%j is %s', (text, name) => expect(readHost(text, domain)).toEqual({ ok: true, name }));

  test.each([
    ['www.other.org.', 'is not inside example.com'],
    ['www.', 'is not inside example.com'],
    ['www.example.com.example.com', 'twice'],
    ['example.com.example.com.', 'twice'],
    ['a.*', 'very left'],
    ['*a', 'very left'],
    ['*.*', 'very left'],
    ['a b', '“a b”: use letters'],
    ['a\\.b', 'use letters'],
    ['<script>', 'use letters'],
    ['ﬀ/x', 'This name: use letters'],
    ['a'.repeat(64), 'at most 63'],
    [`${'a.'.repeat(121)}a`, '253'],
    ['.', 'is not inside'],
    ['.example.com', 'one dot between'],
  ])('%j is refused: %s', (text, words) =>
    expect(readHost(text, domain)).toEqual({ ok: false, message: expect.stringContaining(words) }),
  );

  test('a host that is read once more stays the same, and its whole name leads back to it', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const reading = readHost(text, domain);
        if (!reading.ok) return;
        expect(readHost(reading.name, domain)).toEqual(reading);
        const whole = absoluteName(reading.name, domain);
        expect(whole.length).toBeLessThanOrEqual(253);
        expect(readHost(`${whole}.`, domain)).toEqual(reading);
        expect(relativeHost(whole, domain)).toBe(reading.name);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('what a record points to', () => {
  const rule = { type: 'An MX', dot: true };

  test.each([
    ['@', 'example.com.'],
    ['mail', 'mail.example.com.'],
    ['mail.example.net', 'mail.example.net.'],
    ['mail.example.com.', 'mail.example.com.'],
    ['localhost.', 'localhost.'],
    ['.', '.'],
  ])('%j is %s', (text, name) => expect(readTarget(text, domain, rule)).toEqual({ ok: true, name }));

  test('only where a type says so, a lone dot is taken and so are underscores', () => {
    expect(readTarget('.', domain, { type: 'A CNAME' })).toMatchObject({ ok: false });
    expect(readTarget('_x.example.net', domain, { type: 'A CNAME', underscores: true })).toMatchObject({ ok: true });
    expect(readTarget('_x.example.net', domain, rule)).toMatchObject({ ok: false });
  });

  test.each([
    '192.0.2.1',
    '192.0.2.1.',
    '2001:db8::1',
    '::1',
    'https://example.com/',
    'a b',
    '*.example.com',
    'a..b',
    '',
  ])('%j is refused', (text) => expect(readTarget(text, domain, rule)).toMatchObject({ ok: false }));

  test('a target that is read once more stays the same', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const reading = readTarget(text, domain, rule);
        if (reading.ok) expect(readTarget(reading.name, domain, rule)).toEqual(reading);
      }),
      { numRuns: 2000 },
    );
  });
});

test('a name outside the domain is no host of it', () => {
  expect(relativeHost('example.org.', domain)).toBeNull();
  expect(relativeHost('notexample.com.', domain)).toBeNull();
  expect(relativeHost('.', domain)).toBeNull();
});

describe('the mailbox of a domain', () => {
  test.each([
    ['hostmaster@example.com', 'hostmaster.example.com.'],
    ['first.last@example.com', 'first\\.last.example.com.'],
  ])('%s is %s, and back', (email, name) => {
    expect(writeMailbox(email)).toBe(name);
    expect(readMailbox(name)).toBe(email);
  });

  const longest = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;
  test.each([
    'no-mail',
    '@example.com',
    'a b@example.com',
    'a@b',
    'a"b@example.com',
    'a@b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${longest}`,
  ])('%j is none', (email) => expect(writeMailbox(email)).toBeNull());

  test('is hostmaster unless somebody said otherwise, with a name that name servers can hold', () => {
    expect(defaultMailbox('example.com')).toBe('hostmaster@example.com');
    expect(readDomainName(longest)).toEqual({ ok: true, name: longest });
    expect(defaultMailbox(longest)).toBe(`hostmaster@${longest.slice(64)}`);
    expect(writeMailbox(defaultMailbox(longest))).not.toBeNull();
  });

  test.each([
    ['hostmaster@xn--e1afmkfd.xn--p1ai', null],
    ['nobody', 'Enter an e-mail address such as hostmaster@example.com'],
    [`${'a'.repeat(64)}@example.com`, 'Use an address with at most 63 characters before the @, 253 in all'],
    [`a@${longest}`, 'Use an address with at most 63 characters before the @, 253 in all'],
  ])('of an SOA is judged as name servers do: %s', (rname, message) => {
    const { error } = SoaUpdate.safeParse({ rname });
    expect(error?.issues[0]?.message ?? null).toBe(message);
  });

  test('a name that is no mailbox gives none', () => {
    expect(readMailbox('.')).toBeNull();
    expect(readMailbox('hostmaster')).toBeNull();
  });
});
