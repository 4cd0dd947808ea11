import type { Page } from '@playwright/test';
import { visitAndExpect } from '../stage/edge.ts';
import { expect, test } from '../stage/journey.ts';
import { expectPurged, zonesPath } from '../stage/screens.ts';

test.use({ account: 'shop' });

/** Presses Tab until the control of that name has the focus. */
async function tabTo(page: Page, role: 'button' | 'tab' | 'textbox', name: string): Promise<void> {
  const control = page.getByRole(role, { name, exact: true }).first();
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${role} «${name}»`);
}

test('a zone is created and purged without a mouse', async ({ page, api, origin }) => {
  await page.goto(zonesPath(api.serviceId));
  await expect(page.getByRole('heading', { name: 'HTTP pull zones' })).toBeVisible();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await tabTo(page, 'button', 'Create zone');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create an HTTP pull zone' });
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.type(origin.url);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'By keyboard' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Live', { exact: true }).first()).toBeVisible();
  const { hostname } = await api.readZone(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await visitAndExpect(hostname, '/a', 200, 'MISS');
  await visitAndExpect(hostname, '/a', 200, 'HIT');

  await tabTo(page, 'tab', 'Overview');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Purge' })).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, 'button', 'Purge files');
  await page.keyboard.press('Enter');
  // A dialog takes the focus a moment after it is drawn.
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible();
  await tabTo(page, 'textbox', 'Paths');
  await page.keyboard.type('/a');
  await tabTo(page, 'button', 'Purge 1 entry');
  await page.keyboard.press('Enter');
  await expectPurged(page, '/a');
  await visitAndExpect(hostname, '/a', 200, 'MISS');
});

test('Escape closes a dialog and gives the focus back to what opened it', async ({ page, api }) => {
  await page.goto(zonesPath(api.serviceId));
  const create = page.getByRole('button', { name: 'Create zone' }).first();
  await create.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(create).toBeFocused();
});
