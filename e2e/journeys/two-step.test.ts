import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { Api } from '../stage/api.ts';
import { agePassword } from '../stage/database.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { untilMail } from '../stage/mail.ts';
import { enter, makeOwnAccount, type OwnAccount, openSession, signInAs } from '../stage/own-account.ts';
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

/** Switches it on by the API. */
async function switchOn({ api, password }: OwnAccount): Promise<{ phone: Phone; recoveryCodes: string[] }> {
  const { body } = await api.call('POST', '/auth/two-step', { password });
  const phone = new Phone(String(body.secret));
  const enabled = await api.call('PUT', '/auth/two-step', { code: await phone.code() });
  expect(enabled.status, JSON.stringify(enabled.body)).toBe(200);
  return { phone, recoveryCodes: enabled.body.recoveryCodes as string[] };
}

test('two-step sign-in is set up by a phone that scans or a person who types; its codes are shown once', async ({
  page,
}) => {
  const own = await makeOwnAccount('Tina Twostep');
  const other = new Api('demo', await openSession(own.email, own.password));
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
  const field = dialog.getByLabel('Code', { exact: true });
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  await look(page, 'two-step, scan');

  await dialog.getByRole('button', { name: 'Copy secret' }).click();
  const phone = new Phone(await page.evaluate(() => navigator.clipboard.readText()));
  await field.fill('000 000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This code is not right.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(await phone.code());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Two-step sign-in is on' })).toBeVisible();
  const codes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  expect(new Set(codes).size).toBe(10);
  await look(page, 'two-step, recovery codes');
  // No slip of the hand takes them away.
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
  await expect(figureOf(page, 'Codes left')).toHaveText('10');
  await look(page, 'account details, two-step on');
  await untilMail(own.email, 'Two-step sign-in was switched on');
  expect((await other.call('GET', '/auth/session')).status, 'the other session has ended').toBe(401);
});

test('whoever has it signs in by the password and a code, or a recovery code where the phone is not', async ({
  page,
}) => {
  const own = await makeOwnAccount('Cora Code');
  const { phone, recoveryCodes } = await switchOn(own);
  await page.goto('/');
  await signInAs(page, own.email, own.password);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  const field = page.getByLabel('Code', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter the code', { exact: true })).toBeVisible();
  await field.fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This code is not right.')).toBeVisible();
  await expect(field).toBeFocused();
  await look(page, 'sign in, wrong code');
  expect(await stored(page)).not.toHaveProperty('token');
  await field.fill(await phone.code());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/home');

  await page.goto('/logout');
  await expect(page).toHaveURL('/');
  await signInAs(page, own.email, own.password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await look(page, 'sign in, recovery code');
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/home');
  await untilMail(own.email, 'A recovery code was used');
});

test('recovery codes are made anew, and two-step sign-in is switched off by the password and a code', async ({
  page,
}) => {
  const own = await makeOwnAccount('Rhoda Recovery');
  const { phone, recoveryCodes } = await switchOn(own);
  // Ten less eight are few.
  for (const code of recoveryCodes.slice(0, 8)) {
    const { status } = await own.api.call('POST', '/auth/step-up', { password: own.password, code });
    expect(status).toBe(200);
  }
  await enter(page, own.token, '/home/my-details');
  const panel = panelOf(page);
  await expect(figureOf(page, 'Codes left')).toHaveText('2');
  await expect(panel.getByText('Few recovery codes are left.')).toBeVisible();
  await panel.getByRole('button', { name: 'Make new recovery codes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(own.password);
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(figureOf(page, 'Codes left')).toHaveText('10');
  await panel.getByRole('button', { name: 'Switch off' }).click();
  await look(page, 'two-step, switch off');
  await dialog.getByLabel('Your password').fill(own.password);
  await dialog.getByLabel('Code', { exact: true }).fill(await phone.code());
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Two-step sign-in is off.')).toBeVisible();
  await expect(panel).toContainText('Off');
  await openSession(own.email, own.password);
});

test('what is dangerous asks for the password once more after a while, then goes on by itself', async ({ page }) => {
  const own = await makeOwnAccount('Stella Stepup');
  const { phone } = await switchOn(own);
  await agePassword(own.email, 11);
  await enter(page, own.token, `/${own.serviceId}/account/api`);
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const dialog = page.getByRole('dialog');
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
