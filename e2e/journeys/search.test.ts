import type { Page } from '@playwright/test';
import { readStage } from '../stage/accounts.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const options = (page: Page) => page.getByRole('option');
const hint = 'Try searching by stream ID, name, or zone type.';
const hostile = '<img src=x onerror=alert(1)> Quay';

async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test.describe('someone with zones', () => {
  test.use({ account: 'shop' });

  test('finds one without a mouse, comes back to it, and nothing of a name becomes HTML', async ({
    page,
    api,
    origin,
  }) => {
    const zone = await api.createZone(hostile, origin.url);
    await page.goto(`/${api.serviceId}/dashboard`);
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
    await openSearch(page);
    await expect(page.getByText('No Recent Searches')).toBeVisible();
    await expect(page.getByText(hint)).toBeVisible();
    await look(page, 'search, empty');

    await page.keyboard.type('QUAY');
    const found = page.getByRole('group', { name: 'Pull Zones' }).getByRole('option').filter({ hasText: hostile });
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await expect(found.locator('mark').first()).toHaveText('quay');
    await expect(found.locator('img')).toHaveCount(0);
    await look(page, 'search, found');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/${api.serviceId}/zones/http/pull/${zone.zoneId}`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: hostile })).toBeVisible();

    await page.goto('/home');
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    await openSearch(page);
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/Quay/]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/${api.serviceId}/zones/http/pull/${zone.zoneId}`);
  });

  test('is asked once, half a second after the typing pauses', async ({ page, api }) => {
    // The page's time goes as the journey says: a busy machine may take longer than that from key to key.
    await page.clock.install();
    await page.goto(`/${api.serviceId}/dashboard`);
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/v1/search') asked.push(url.search);
    });
    /** What the page asked before this is told before it. */
    const told = () => page.evaluate(async () => void (await fetch('/api/v1/health')));
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
    await openSearch(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    for (const key of 'something') {
      await page.clock.runFor(450);
      await page.keyboard.press(key);
    }
    await page.clock.runFor(490);
    await told();
    expect(asked).toEqual([]);
    await page.clock.runFor(20);
    await expect.poll(() => asked.length).toBe(1);
    await page.clock.resume();
    await expect(page.getByText('Nothing found for “something”')).toBeVisible();
    await expect(page.getByText(hint)).toBeVisible();
    expect(asked).toEqual([`?query=something&serviceId=${api.serviceId}`]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('moves among the results with the arrow keys and by mouse', async ({ page, api, origin }) => {
    for (const name of ['Harbour one', 'Harbour two']) await api.createZone(name, origin.url);
    await page.goto(`/${api.serviceId}/dashboard`);
    await page.getByRole('button', { name: 'Search' }).click();
    await field(page).fill('harbour');
    await expect(options(page)).toHaveCount(2);
    const chosen = page.locator('[role=option][aria-selected=true]');
    for (const [key, name] of [
      ['ArrowDown', 'Harbour two'],
      ['ArrowDown', 'Harbour one'],
      ['ArrowUp', 'Harbour two'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(chosen).toContainText(name);
      expect(await field(page).getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    }
    await options(page).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Harbour one' })).toBeVisible();
  });

  test('is told that nothing was found when the search fails, and the failure is logged', async ({
    page,
    api,
    watch,
  }) => {
    watch.expect(/The search failed/);
    await page.route('**/api/v1/search?*', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.goto(`/${api.serviceId}/dashboard`);
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
    await openSearch(page);
    await page.keyboard.type('anything');
    await expect(page.getByText('Nothing found for “anything”')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('a contact', () => {
  test.describe('without permissions', () => {
    test.use({ account: 'contact' });
    test('finds nothing of what the account has', async ({ page }) => {
      await page.goto('/home');
      await expect(page.getByText('No access to services')).toBeVisible();
      await openSearch(page);
      await page.keyboard.type('riverside');
      await expect(page.getByText('Nothing found for “riverside”')).toBeVisible();
    });
  });

  test.describe('who may look at zones', () => {
    test.use({ account: 'viewer' });
    test('finds them', async ({ page }) => {
      await page.goto(`/${readStage().signedIn.demo.serviceId}/dashboard`);
      await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
      await openSearch(page);
      await page.keyboard.type('riverside');
      await expect(options(page).filter({ hasText: 'Riverside site' })).toBeVisible();
    });
  });
});
