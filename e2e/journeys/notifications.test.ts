import type { Page } from '@playwright/test';
import { accounts } from '../stage/accounts.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { stored } from '../stage/screens.ts';

const bell = (page: Page, unread?: number) =>
  page.getByRole('button', { name: unread ? `Notifications, ${unread} unread` : 'Notifications', exact: true });
const lines = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
const show = (page: Page, tab: string) => page.getByRole('tab', { name: tab, exact: true }).click();
const empty = 'No notifications available.';
const ofSomebodyElse = {
  id: 'x',
  link: null,
  linkText: null,
  message: 'Of somebody else',
  severity: 'info',
  read: false,
  type: null,
  email: 'bob@example.test',
};

test.describe('an account to which nothing happened', () => {
  test.use({ account: 'lists' });

  test('has the posts to read, singly and all at once, and the browser keeps what was read', async ({ page }) => {
    const bob = ofSomebodyElse;
    await page.addInitScript((item) => {
      if (!localStorage.getItem('notifications')) localStorage.setItem('notifications', JSON.stringify([item]));
    }, bob);
    await page.goto('/home');
    await bell(page, 8).click();
    await expect(lines(page)).toHaveCount(8);
    await expect(page.getByText('Of somebody else')).toHaveCount(0);
    await look(page, 'notifications');
    await show(page, 'Invoice');
    await expect(page.getByText(empty)).toBeVisible();
    await look(page, 'notifications, none');
    await show(page, 'Help');
    await expect(lines(page)).toHaveCount(5);
    await show(page, 'Blog');
    await expect(lines(page)).toHaveCount(3);

    await lines(page)
      .first()
      .getByRole('button', { name: /^Mark as read/ })
      .click();
    await expect(bell(page, 7)).toBeVisible();
    await page.reload();
    await bell(page, 7).click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bell(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
    const kept = JSON.parse((await stored(page)).notifications ?? '[]') as { email: string; read: boolean }[];
    expect(kept.filter(({ email }) => email === accounts.lists.email)).toHaveLength(8);
    expect(kept.filter(({ read }) => !read)).toEqual([bob]);
  });

  test('is usable without a mouse, and a post opens beside the panel', async ({ page, context }) => {
    await page.goto('/home');
    await bell(page, 8).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'All', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Help', exact: true })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /^Read more: Create a pull zone/ })).toBeFocused();
    const opened = context.waitForEvent('page');
    await page.keyboard.press('Enter');
    const post = await opened;
    await expect(post.getByRole('heading', { level: 1, name: 'Create a pull zone' })).toBeVisible();
    await post.close();
    await expect(bell(page, 7)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(bell(page, 7)).toBeFocused();
  });
});

test.describe('someone whose address is not verified', () => {
  test.use({ account: 'unverified' });

  test('is told so', async ({ page }) => {
    await page.goto('/home');
    await bell(page, 9).click();
    await expect(lines(page).first()).toContainText('Your e-mail address is not verified yet');
    await show(page, 'Invoice');
    await expect(page.getByText(empty)).toBeVisible();
  });
});

test.describe('alerts', () => {
  test.use({ account: 'figures' });

  const alert = { severity: 'danger', linkText: 'Open', link: null };
  const alerts = [
    { ...alert, id: 'a', message: 'Invoice 7 is due', link: 'https://old.example/cp/viewinvoice.php?id=7' },
    { ...alert, id: 'b', message: 'Check your details', link: 'https://old.example/cp/home/my-details' },
    { ...alert, id: 'c', message: 'Do not press', link: 'javascript:alert(1)' },
    { ...alert, id: 'd', message: '<b>Check</b> your details', link: 'https://status.example/x' },
    { ...alert, id: 'e', message: 'Check your details' },
  ];

  test('come while the page is open; links of the panel before this one lead to ours', async ({
    page,
    context,
    api,
  }) => {
    let told: object[] = [];
    await context.route('**/api/v1/auth/session', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, client: { ...body.client, alerts: told } } });
    });
    await page.goto('/home');
    await expect(bell(page, 8)).toBeVisible();
    told = alerts;
    // Whatever changes a service may change what there is to know about it.
    expect((await api.call('PATCH', `/services/${api.serviceId}`, { favorite: true })).status).toBe(200);
    await bell(page, 12).click();
    const twins = page.getByRole('button', { name: 'Mark as read: Check your details', exact: true });
    await expect(twins).toHaveCount(1);
    await expect(lines(page).filter({ hasText: 'Do not press' }).getByRole('link')).toHaveCount(0);
    const elsewhere = lines(page).filter({ hasText: '<b>Check</b>' }).getByRole('link');
    await expect(elsewhere).toHaveAttribute('href', 'https://status.example/x');
    await expect(elsewhere).toHaveAttribute('target', '_blank');
    await expect(elsewhere).toHaveAttribute('rel', 'noopener');
    await show(page, 'Invoice');
    await expect(lines(page).getByRole('link')).toHaveAttribute('href', '/home/invoice-details/7');
    await show(page, 'All');
    await lines(page).filter({ hasText: 'Check your details' }).first().getByRole('link').click();
    await expect(page).toHaveURL('/home/my-details');
    await expect(bell(page, 11)).toBeVisible();
    told = [];
    await api.call('PATCH', `/services/${api.serviceId}`, { favorite: false });
    await expect(bell(page, 8)).toBeVisible();
    // What is still on its way when the journey ends is nobody's.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test.describe('a feed that fails', () => {
  test.use({ account: 'other' });

  test('is nobody’s trouble', async ({ page }) => {
    await page.route('**/api/v1/posts/**', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.goto('/home');
    await bell(page).click();
    await expect(page.getByText(empty)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
