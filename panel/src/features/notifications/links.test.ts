import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInvoice, targetOf } from './links.ts';

const origin = 'https://panel.example';

test.each([
  ['/1001', { to: '/1001' }],
  ['/home/my-details#password', { to: '/home/my-details#password' }],
  ['https://panel.example/home/contacts?page=2', { to: '/home/contacts?page=2' }],
  ['https://panel.example/', { to: '/home' }],
  ['https://old.example/cp/home/my-details', { to: '/home/my-details' }],
  ['https://old.example/customer/cp/1001/dashboard?tab=a', { to: '/1001/dashboard?tab=a' }],
  ['/cp', { to: '/home' }],
  ['/cp/', { to: '/home' }],
  ['https://old.example/cp/clientarea.php?action=services', { to: '/home' }],
  ['https://old.example/cp/viewinvoice?id=123', { to: '/home/invoice-details/123' }],
  ['https://old.example/cp/billing/viewinvoice.php?x=1&id=7', { to: '/home/invoice-details/7' }],
  ['/viewinvoice.php?id=42', { to: '/home/invoice-details/42' }],
  ['/cp/viewinvoice.php?id=1%2F..%2Flogout', { to: '/home' }],
  ['/cp//evil.example/x', { to: '/evil.example/x' }],
  ['https://panel.example/blog/first-light', { href: 'https://panel.example/blog/first-light' }],
  ['/help', { href: 'https://panel.example/help' }],
  ['https://blog.example/2026/cpu-news', { href: 'https://blog.example/2026/cpu-news' }],
  ['https://blog.example/cpanel/', { href: 'https://blog.example/cpanel/' }],
  ['//evil.example/x', { href: 'https://evil.example/x' }],
  ['http://other.example', { href: 'http://other.example/' }],
])('%s leads to %j', (link, target) => {
  expect(targetOf(link, origin)).toEqual(target);
});

test.each([
  null,
  '',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>1</script>',
  'mailto:a@b.example',
  'file:///etc/passwd',
  'https://',
])('%j leads nowhere', (link) => {
  expect(targetOf(link, origin)).toBeNull();
});

test('whatever is sent, the panel is left only for the web, and its paths stay in the panel', () => {
  const word = fc.constantFrom(
    '/cp',
    '/',
    '//',
    'javascript:',
    'https://x.example',
    '\\',
    '?id=1',
    'viewinvoice',
    ':',
    '%2f',
    '\t',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 6 }), (parts) => {
      const target = targetOf(parts.join(''), origin);
      if (target === null) return;
      if ('href' in target) expect(target.href).toMatch(/^https?:\/\//);
      else {
        expect(target.to).toMatch(/^\/([^/\\]|$)/);
        expect(new URL(target.to, origin).origin).toBe(origin);
      }
    }),
    { numRuns: 3000 },
  );
});

test('an invoice is told by where its link leads', () => {
  expect(isInvoice(targetOf('/cp/viewinvoice.php?id=3', origin))).toBe(true);
  expect(isInvoice(targetOf('/1001', origin))).toBe(false);
  expect(isInvoice(null)).toBe(false);
});
