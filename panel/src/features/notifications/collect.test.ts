import { describe, expect, test } from 'vitest';
import { collect } from './collect.ts';
import { isUnread, type Notification, under } from './notification.ts';

const email = 'ada@example.test';
const origin = 'https://panel.example';
const alert = { id: 'email-unverified', message: 'Verify', linkText: null, link: null, severity: 'warning' } as const;
const invoice = {
  id: 'invoice-7',
  message: 'Invoice 7 is due',
  linkText: 'Pay',
  link: 'https://old.example/cp/viewinvoice.php?id=7',
  severity: 'danger',
} as const;
const post = (id: number, title: string) => ({
  id,
  date: '2026-11-21T00:00:00',
  link: `https://blog.example/${id}`,
  title: { rendered: title },
});
const gather = (kept: Notification[], sources: Partial<Parameters<typeof collect>[1]>) =>
  collect(kept, { alerts: [], blog: null, help: null, ...sources }, email, origin);

describe('notifications', () => {
  test('come from alerts, the blog and the help posts, and are new at first', () => {
    const all = gather([], { alerts: [alert, invoice], blog: [post(1, 'A &amp; B')], help: [post(1, 'How')] });
    expect(all).toEqual([
      { ...alert, type: null, read: false, email },
      { ...invoice, type: 'Invoice', read: false, email },
      {
        id: 'blog-1',
        link: 'https://blog.example/1',
        linkText: 'Read more',
        message: 'A & B',
        severity: 'blogs',
        type: 'Blog',
        read: false,
        email,
      },
      expect.objectContaining({ id: 'help-1', severity: 'helps', type: 'Help' }),
    ]);
    expect(under('All', all)).toHaveLength(4);
    expect(under('Invoice', all).map(({ id }) => id)).toEqual(['invoice-7']);
    expect(under('Help', all).map(({ id }) => id)).toEqual(['help-1']);
    expect(under('Blog', all).map(({ id }) => id)).toEqual(['blog-1']);
  });

  test('stay read, also when another stands before them', () => {
    const kept = gather([], { blog: [post(1, 'One')] }).map((item) => ({ ...item, read: true }));
    const again = gather(kept, { alerts: [alert], blog: [post(2, 'Two'), post(1, 'One')] });
    expect(again.filter(isUnread).map(({ message }) => message)).toEqual(['Verify', 'Two']);
  });

  test('are news when their message changed', () => {
    const kept = gather([], { alerts: [alert] }).map((item) => ({ ...item, read: true }));
    expect(gather(kept, { alerts: [{ ...alert, message: 'Verify today' }] }).filter(isUnread)).toHaveLength(1);
  });

  test('with the same message stand there once', () => {
    const all = gather([], { alerts: [alert, { ...alert, id: 'twin' }], blog: [post(1, 'Verify'), post(2, 'Two')] });
    expect(all.map(({ id }) => id)).toEqual(['email-unverified', 'blog-2']);
  });

  test('go when their alert is over, and stay when their feed cannot be asked', () => {
    const kept = gather([], { alerts: [alert], blog: [post(1, 'One')], help: [post(2, 'Two')] });
    expect(gather(kept, {}).map(({ id }) => id)).toEqual(['blog-1', 'help-2']);
    expect(gather(kept, { blog: [] }).map(({ id }) => id)).toEqual(['help-2']);
  });

  test('without a message are none', () => {
    expect(gather([], { blog: [post(1, '  ')] })).toEqual([]);
  });
});
