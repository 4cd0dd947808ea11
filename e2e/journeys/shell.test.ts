import type { Locator, Page } from '@playwright/test';
import { readStage } from '../stage/accounts.ts';
import { expect, test } from '../stage/journey.ts';
import { lookAsItIs } from '../stage/look.ts';
import { zonesPath } from '../stage/screens.ts';

const header = (page: Page): Locator => page.getByRole('banner');
const menuButton = (page: Page, name: string): Locator => header(page).getByRole('button', { name, exact: true });
const dialogOfZone = (page: Page): Locator => page.getByRole('dialog', { name: 'Create an HTTP pull zone' });

/** Opens a menu, unless it is open. */
async function openMenu(page: Page, name: string): Promise<void> {
  const button = menuButton(page, name);
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** The screens that the open header's menus lead to. */
async function placesOf(page: Page): Promise<string[]> {
  const places = new Set<string>();
  const buttons = header(page).locator('button[aria-haspopup=menu]');
  for (const button of await buttons.all()) {
    await button.click();
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    for (const link of await menu.locator('a').all()) {
      const address = await link.getAttribute('href');
      if (address?.startsWith('/')) places.add(address);
    }
    // It takes the focus a moment after it is drawn, and hears keys only then.
    await expect(menu.locator(':focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  }
  return [...places].filter((place) => place !== '/logout');
}

test.describe('the service header', () => {
  test.use({ account: 'demo' });

  test('opens its menus by keyboard, leads on, and the back button leads back', async ({ page, api }) => {
    await page.goto(`/${api.serviceId}/dashboard`);
    await menuButton(page, 'Zones').focus();
    await page.keyboard.press('Enter');
    const line = page.getByRole('menuitem', { name: 'HTTP pull' });
    await expect(line).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menuButton(page, 'Zones')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(line).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(zonesPath(api.serviceId));
    await expect(page.getByRole('heading', { name: 'HTTP pull zones' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`/${api.serviceId}/dashboard`);
    await lookAsItIs(page, 'zones menu', () => openMenu(page, 'Zones'));
  });

  test('deploys by keyboard, and gives the focus back to Deploy Now', async ({ page, api }) => {
    await page.goto(`/${api.serviceId}/dashboard`);
    const deploy = menuButton(page, 'Deploy Now');
    for (const _ of ['the first time', 'with the code there already']) {
      await deploy.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: 'HTTP pull zone' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialogOfZone(page).getByLabel('Name', { exact: true })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialogOfZone(page)).toHaveCount(0);
      await expect(deploy).toBeFocused();
    }
    await lookAsItIs(page, 'deploy now', () => openMenu(page, 'Deploy Now'));
  });

  test('keeps what does not fit in a last menu', async ({ page, api }) => {
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.goto(`/${api.serviceId}/dashboard`);
    await expect(menuButton(page, 'Deploy Now')).toBeVisible();
    await expect(menuButton(page, 'More')).toHaveCount(0);
    // As if the header held much more: what is left for the menus is what counts.
    await page.setViewportSize({ width: 780, height: 800 });
    await header(page).evaluate((element) => {
      element.style.paddingInlineEnd = '12rem';
    });
    await menuButton(page, 'More').click();
    await expect(page.getByRole('menuitem', { name: 'HTTP pull zone' })).toBeVisible();
    await lookAsItIs(page, 'more menu', () => openMenu(page, 'More'));
  });
});

for (const frame of ['service', 'home'] as const) {
  test.describe(`every line of the ${frame} header`, () => {
    test.use({ account: 'demo' });

    test('leads to a screen, by click and by link', async ({ page, api }) => {
      await page.goto(frame === 'home' ? '/home' : `/${api.serviceId}/dashboard`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const places = await placesOf(page);
      expect(places.length).toBeGreaterThan(1);
      for (const place of places) {
        await page.goto(place);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(new URL(page.url()).pathname, place).toBe(new URL(place, page.url()).pathname);
      }
    });
  });
}

test.describe('someone who may look but not change', () => {
  test.use({ account: 'viewer' });

  test('finds Deploy Now refused with the reason, within reach of the arrow keys', async ({ page }) => {
    await page.goto(`/${readStage().signedIn.demo.serviceId}/dashboard`);
    await menuButton(page, 'Deploy Now').focus();
    await page.keyboard.press('Enter');
    const line = page.getByRole('menuitem', { name: 'HTTP pull zone' });
    await expect(line).toBeFocused();
    await expect(line).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('tooltip').filter({ hasText: 'Ask the main account holder.' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialogOfZone(page)).toHaveCount(0);
    await lookAsItIs(page, 'deploy now, refused', () => openMenu(page, 'Deploy Now'));
  });
});

test.describe('on a phone', () => {
  test.use({ account: 'demo', viewport: { width: 390, height: 844 } });

  test('the drawer holds what the header has no room for, and gives the focus back', async ({ page, api }) => {
    await page.goto(`/${api.serviceId}/dashboard`);
    const opener = page.getByRole('button', { name: 'Open side panel' });
    await expect(menuButton(page, 'Deploy Now')).toHaveCount(0);
    await opener.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    // The drawer takes the focus a moment after it is drawn, as somebody at the keyboard sees.
    await expect(drawer.locator(':focus')).toBeVisible();
    await drawer.getByRole('button', { name: 'HTTP pull zone' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialogOfZone(page).getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  test('home has its menus in a drawer as well', async ({ page }) => {
    await page.goto('/home');
    await page.getByRole('button', { name: 'Open side panel' }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer).toContainText('$125.00');
    await lookAsItIs(page, 'drawer of home');
    await drawer.getByRole('link', { name: 'Edit account details' }).click();
    await expect(page).toHaveURL('/home/my-details');
    await expect(drawer).toHaveCount(0);
  });
});
