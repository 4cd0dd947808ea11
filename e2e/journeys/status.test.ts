import { readStage } from '../stage/accounts.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';

test.use({ account: 'demo' });

test('the status says how each part is and how it did, from checks that really run', async ({ page }) => {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Service Status Operational' }).click();
  await expect(page).toHaveURL('/home/service-status');
  await expect(page.getByRole('heading', { level: 1, name: 'Service Status' })).toBeFocused();
  for (const part of ['Panel and API', 'Edge network', 'Background jobs', 'Database']) {
    await expect(page.getByRole('listitem').filter({ hasText: part })).toContainText('Operational');
  }
  // The first check comes with the first full minute that the worker runs.
  await expect(page.getByText('last check')).toBeVisible({ timeout: 180_000 });
  await expect(page.getByRole('img', { name: /^Database: 100 % over 90 days\./ })).toBeVisible();
  await look(page, 'service status');
  await page.getByText('Table', { exact: true }).click();
  const newest = page.getByRole('table', { name: 'Days' }).locator('tbody tr').first();
  await expect(newest).toContainText('100 %');
  await look(page, 'service status as a table');
});

test('anybody may ask, and no node is named', async () => {
  const reply = await fetch(`${readStage().panelUrl}/api/v1/status`);
  expect(reply.status).toBe(200);
  expect(await reply.text()).not.toContain('edge-1');
});

test('the Help menu leads to the addresses to allow, which can be copied', async ({ page }) => {
  await page.goto('/home');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Origin Shield IPs' }).click();
  await expect(page).toHaveURL('/home/ip-ranges#origin-shield');
  const shield = page.getByRole('region', { name: 'Origin Shield IPs' }).first();
  await expect(shield).toBeFocused();
  await expect(shield.getByRole('row').filter({ hasText: 'edge-1' })).toBeVisible();
  await look(page, 'ip ranges');
  const addresses = await shield.locator('tbody .mono').allTextContents();
  expect(addresses.length).toBeGreaterThan(0);
  await shield.getByRole('button', { name: 'Copy all Origin Shield IPs' }).click();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(addresses);

  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Live Origin IPs' }).click();
  await expect(page).toHaveURL('/home/ip-ranges#live-origin');
  await expect(page.getByRole('region', { name: 'Live Origin IPs' }).first()).toBeFocused();
  const live = page.getByRole('region', { name: 'Live Origin IPs' }).first();
  await expect(live.getByRole('row').filter({ hasText: 'live-1' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Live Origin IPs' }).first()).toBeFocused();
});

test('blog and help open beside the panel and lead back', async ({ page, context }) => {
  await page.goto('/home');
  for (const [line, heading] of [
    ['Blogs', 'Blog'],
    ['Help Center', 'Help Center'],
  ] as const) {
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('menuitem', { name: line }).click();
    const tab = await opened;
    await expect(tab.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await tab.getByRole('listitem').getByRole('link').first().click();
    await expect(tab.locator('article h1')).toBeVisible();
    await tab.getByRole('link', { name: 'Back to the panel' }).click();
    await expect(tab).toHaveURL('/home');
    await tab.close();
  }
});
