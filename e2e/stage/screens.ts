import { expect, type Locator, type Page } from '@playwright/test';
import { type Account, accounts, password } from './accounts.ts';

/** Signs in by hand. */
export async function signInByHand(page: Page, account: Account, secret = password): Promise<void> {
  await page.getByLabel('E-mail').fill(accounts[account].email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export const zonesPath = (serviceId: number) => `/${serviceId}/zones/http/pull`;

/** A row of a table by something that stands in it. */
export const rowOf = (page: Page, words: string | RegExp): Locator => page.getByRole('row').filter({ hasText: words });

/** A figure by its label, such as the tiles and the facts show them. */
export const figureOf = (page: Page, label: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd')
    .first();

export const toast = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('alert').filter({ hasText: words });

/** Takes what is told from what it lies over, as somebody would who goes on there. */
export async function dismissToasts(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Dismiss', exact: true });
  for (let left = await buttons.count(); left > 0; left = await buttons.count()) {
    // It may go by itself meanwhile.
    await buttons
      .last()
      .click({ timeout: 2000 })
      .catch(() => undefined);
  }
}

/** Turns a switch on or off, by keyboard: of its control itself nothing is seen that a pointer could be led to. */
export async function turn(page: Page, name: string, on: boolean): Promise<void> {
  const control = page.getByRole('switch', { name, exact: true });
  await expect(control).toBeChecked({ checked: !on });
  await control.press('Space');
  await expect(control).toBeChecked({ checked: on });
}

/** A button that opens nothing, and says why to mouse and keyboard. */
export async function expectRefused(page: Page, action: string, reason: string): Promise<void> {
  const button = page.getByRole('button', { name: action });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.focus();
  await expect(page.getByRole('tooltip').filter({ hasText: reason })).toBeVisible();
  await button.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Purges through the dialog of the zone's page, which is open on its purge tab. */
export async function purgeByHand(page: Page, entries: string): Promise<void> {
  await page.getByRole('button', { name: 'Purge files' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Paths').fill(entries);
  await dialog.getByRole('button', { name: /^Purge/ }).click();
}

/** Waits until the purge history's newest row says that the edges have done it. */
export async function expectPurged(page: Page, what: string): Promise<void> {
  const newest = page.getByRole('table', { name: 'Purges' }).locator('tbody tr').first();
  await expect(newest).toContainText(what);
  await expect(newest).toContainText('Done');
}

/** What the browser keeps of the session. */
export const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
