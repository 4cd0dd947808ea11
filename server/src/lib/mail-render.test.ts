import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderMail } from './mail-render.ts';
import { mailTemplates, type Value } from './mail-templates.ts';

const provider = { providerName: 'Streams & Sons', publicUrl: 'https://panel.example' };
type Name = keyof typeof mailTemplates;
const names = Object.keys(mailTemplates) as Name[];
const placesOf = (name: Name) => [
  ...new Set([...JSON.stringify(mailTemplates[name]).matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!)),
];
const isLink = (place: string) => /link$/i.test(place);
const secret = 'hwo_one-time-secret';
const fill = (name: Name, value: (place: string) => Value): Record<string, Value> =>
  Object.fromEntries(
    placesOf(name).map((place) => [place, isLink(place) ? `https://panel.example/do#${secret}` : value(place)]),
  );
const fromHtml = (html: string) =>
  html.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );

describe.each(names)('%s', (name) => {
  const plain = renderMail(
    provider,
    name,
    fill(name, (place) => `the ${place}`),
    'whole',
  );

  test('says the same in text and in HTML', () => {
    const body = /<body[^>]*>(.*)<\/body>/s.exec(plain.html)![1]!;
    const spoken = body
      .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, (_, link: string, label: string) =>
        label === link ? link : `${label}: ${link}`,
      )
      .replace(/<[^>]*>/g, ' ')
      .replace(' · ', ' ');
    const words = (text: string) => text.split(/\s+/).filter(Boolean);
    expect(words(fromHtml(spoken))).toEqual(words(plain.text.replace('-- \n', '')));
  });

  test('leaves no place unfilled, and names the provider', () => {
    expect(JSON.stringify(plain)).not.toMatch(/\{\{|\}\}|undefined/);
    expect(plain.text).toContain('Streams & Sons');
    expect(plain.html).toContain('Streams &amp; Sons');
  });

  test('shows a value as text, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (noise) => {
        const evil = `<img src=x onerror=alert(1)>${noise}"'><script>`;
        const { html, subject } = renderMail(
          provider,
          name,
          fill(name, () => evil),
          'whole',
        );
        const tags = (text: string) => text.match(/<[^>]*>/g);
        expect(tags(html)).toEqual(tags(plain.html));
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 50 },
    );
  });

  test('gets no line of its own out of a value', () => {
    const many = 'Ada\r\nBcc: eve@evil.example\n\n\u2028\u2029\u0085\u000b\u000cPay here:';
    const { text, subject } = renderMail(
      provider,
      name,
      fill(name, () => many),
      'whole',
    );
    expect(text.match(/[\p{Cc}\p{Zl}\p{Zp}]/gu)).toEqual(plain.text.match(/\n/g));
    expect(subject).not.toMatch(/[\r\n]/);
  });

  test('keeps a value that looks like a place as it is', () => {
    const { text } = renderMail(
      provider,
      name,
      fill(name, () => '{{link}} $& $1'),
      'whole',
    );
    const takesWords = placesOf(name).some((place) => place !== 'provider' && !isLink(place));
    expect(text.includes('{{link}} $& $1')).toBe(takesWords);
    expect(text.split(secret)).toHaveLength(plain.text.split(secret).length);
  });

  test('masks its one-time links everywhere, and nothing else', () => {
    const links = placesOf(name).filter((place) => place === 'link' || place === 'resetLink');
    const own = `https://panel.example/do#${secret}`;
    const values = {
      ...fill(name, (place) => `the ${place}`),
      ...(placesOf(name).includes('signInLink') && { signInLink: 'https://panel.example/sign-in' }),
    };
    const whole = renderMail(provider, name, values, 'whole');
    const masked = renderMail(provider, name, values, 'masked');
    expect(JSON.stringify(masked)).not.toContain(secret);
    expect(masked.text).toBe(whole.text.replaceAll(own, 'https://panel.example/do#••••••'));
    expect(masked.html).toBe(whole.html.replaceAll(own, 'https://panel.example/do#••••••'));
    expect(whole.text.includes(secret)).toBe(links.length > 0);
    expect(whole.subject).toBe(masked.subject);
  });
});

test.each([
  'https://evil.example/#key',
  'https://panel.example.evil.example/#key',
  'http://panel.example/#key',
  'javascript:alert(1)',
  '//evil.example',
  '/reset#key',
  'https://panel.example/reset?key=secret',
])('a link to %s is refused', (link) => {
  const values = { name: 'Ada', link, minutes: 60 };
  expect(() => renderMail(provider, 'reset-password', values, 'whole')).toThrow(/leads away|never in the query/);
});

test('a sign-in link may say where to go on', () => {
  const values = {
    signInLink: 'https://panel.example/?next=a&b="',
    resetLink: 'https://panel.example/reset#k',
  };
  const { html } = renderMail(provider, 'already-registered', values, 'whole');
  expect(html).toContain('href="https://panel.example/?next=a&amp;b=&quot;"');
});

test('a value that is missing is noticed before anything is queued', () => {
  expect(() => renderMail(provider, 'trial-ended', { name: 'Ada' }, 'whole')).toThrow(
    'The e-mail trial-ended lacks its service.',
  );
});

test('a time is written out in UTC', () => {
  const values = { name: 'Ada', when: new Date('2026-11-21T23:05:00+01:00'), address: '198.51.100.7' };
  const { text } = renderMail(provider, 'password-changed', values, 'whole');
  expect(text).toContain('on 21 November 2026 at 22:05 UTC, from');
});

test('writing that turns the direction of reading is left out', () => {
  const { text } = renderMail(provider, 'trial-ended', { name: 'Ada\u202egpj.exe\u2066', service: 'x' }, 'whole');
  expect(text).toContain('Hello Adagpj.exe,');
});
