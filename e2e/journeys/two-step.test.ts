import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { readStage } from '../stage/accounts.ts';
import { agePassword } from '../stage/database.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { untilMail } from '../stage/mail.ts';
import { enter, makeOwnAccount, openSession, signInAs } from '../stage/own-account.ts';
import { figureOf, stored, toast } from '../stage/screens.ts';

const stepMs = 30_000;

/** An authenticator app. It gives out each code once, as the server takes it once. */
class Phone {
  readonly #totp: TOTP;
  #lastStep = 0;

  constructor(secret: string) {
    this.#totp = new TOTP({ secret: secret.replaceAll(' ', '') });
  }

  /** The next code that was not used yet; the server takes the one that comes after the present one as well. */
  async code(): Promise<string> {
    const step = Math.max(Math.floor(Date.now() / stepMs), this.#lastStep + 1);
    this.#lastStep = step;
    await expect.poll(() => Date.now() >= (step - 1) * stepMs, { timeout: 2 * stepMs }).toBe(true);
    return this.#totp.generate({ timestamp: step * stepMs });
  }
}

const panelOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Two-step sign-in' }) });

test('two-step sign-in is set up by phone, asked for when signing in, and switched off again', async ({
  page,
  browser,
}) => {
  const own = await makeOwnAccount('Tina Twostep');
  const other = await openSession(own.email, own.password);
  await enter(page, own.token, '/home/my-details');
  const panel = panelOf(page);
  await expect(panel).toContainText('Off');
  await panel.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await dialog.getByLabel('Your password').fill('not my password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Your password').fill(own.password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await expect(dialog.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  await look(page, 'two-step, scan');

  await dialog.getByRole('button', { name: 'Copy secret' }).click();
  const phone = new Phone(await page.evaluate(() => navigator.clipboard.readText()));
  await dialog.getByLabel('Code').fill('000 000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This code is not right.')).toBeVisible();
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await dialog.getByLabel('Code').fill(await phone.code());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Two-step sign-in is on' })).toBeVisible();
  const codes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  expect(new Set(codes).size).toBe(10);
  await look(page, 'two-step, recovery codes');
  // Shown once: no slip of the hand takes them away.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  expect(readFileSync(await file.path(), 'utf8')).toContain(codes.join('\n'));
  await dialog.getByRole('button', { name: 'Copy recovery codes' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(figureOf(page, 'Recovery codes left')).toHaveText('10');
  await expect(panel.getByRole('button', { name: 'Make new recovery codes' })).toBeVisible();
  await look(page, 'account details, two-step on');
  await untilMail(own.email, 'Two-step sign-in was switched on');
  const answer = await fetch(`${readStage().panelUrl}/api/v1/auth/session`, {
    headers: { authorization: `Bearer ${other}` },
  });
  expect(answer.status, 'the other session has ended').toBe(401);

  const elsewhere = await browser.newContext({ viewport: page.viewportSize(), locale: 'en-GB' });
  const guest = await elsewhere.newPage();
  await guest.goto('/');
  await signInAs(guest, own.email, own.password);
  await expect(guest.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expect(guest.getByLabel('Code')).toBeFocused();
  await expect(guest.getByLabel('Code')).toHaveAttribute('inputmode', 'numeric');
  await expect(guest.getByLabel('Code')).toHaveAttribute('autocomplete', 'one-time-code');
  await look(guest, 'sign in, code');
  await guest.getByRole('button', { name: 'Sign in' }).click();
  await expect(guest.getByText('Enter the code', { exact: true })).toBeVisible();
  await guest.getByLabel('Code').fill('000000');
  await guest.getByRole('button', { name: 'Sign in' }).click();
  await expect(guest.getByText('This code is not right.')).toBeVisible();
  await expect(guest.getByLabel('Code')).toBeFocused();
  await look(guest, 'sign in, wrong code');
  expect(await stored(guest)).not.toHaveProperty('token');
  await guest.getByLabel('Code').fill(await phone.code());
  await guest.keyboard.press('Enter');
  await expect(guest).toHaveURL('/home');
  await guest.goto('/logout');
  await expect(guest).toHaveURL('/');
  await signInAs(guest, own.email, own.password);
  await guest.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(guest.getByLabel('Recovery code')).toBeFocused();
  await guest.getByLabel('Recovery code').fill(codes[0] ?? '');
  await guest.keyboard.press('Enter');
  await expect(guest).toHaveURL('/home');
  await elsewhere.close();
  await untilMail(own.email, 'A recovery code was used');

  await page.reload();
  await expect(figureOf(page, 'Recovery codes left')).toHaveText('9');
  await panel.getByRole('button', { name: 'Make new recovery codes' }).click();
  await dialog.getByLabel('Your password').fill(own.password);
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(figureOf(page, 'Recovery codes left')).toHaveText('10');
  await panel.getByRole('button', { name: 'Switch off' }).click();
  await look(page, 'two-step, switch off');
  await dialog.getByLabel('Your password').fill(own.password);
  await dialog.getByLabel('Code').fill(await phone.code());
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Two-step sign-in is off.')).toBeVisible();
  await expect(panel).toContainText('Off');
  await openSession(own.email, own.password);
});

test('what is dangerous asks for the password once more after a while, then goes on by itself', async ({ page }) => {
  const own = await makeOwnAccount('Stella Stepup');
  await enter(page, own.token, '/home/my-details');
  await panelOf(page).getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(own.password);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Copy secret' }).click();
  const phone = new Phone(await page.evaluate(() => navigator.clipboard.readText()));
  await dialog.getByLabel('Code').fill(await phone.code());
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'I have kept them' }).click();

  await agePassword(own.email, 11);
  await page.goto(`/${own.serviceId}/account/api`);
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  await dialog.getByLabel('Name', { exact: true }).fill('Deploy pipeline');
  await dialog.getByLabel('View zones').check();
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  const question = page.getByRole('dialog', { name: 'Enter your password once more' });
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(question.getByLabel('Code')).toBeVisible();
  await look(page, 'step-up');
  // Left, it leaves the form below as it was, and says why nothing was done.
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Deploy pipeline');
  await expect(dialog.getByText('Enter your password once more to do this.')).toBeVisible();

  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await question.getByLabel('Password', { exact: true }).fill('not my password');
  await question.getByLabel('Code').fill('000000');
  await page.keyboard.press('Enter');
  await expect(question.getByText('This is not your current password')).toBeVisible();
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused();
  await question.getByLabel('Password', { exact: true }).fill(own.password);
  await question.getByLabel('Code').fill(await phone.code());
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog', { name: 'Deploy pipeline was created' })).toBeVisible();
  await expect(question).toHaveCount(0);
});
