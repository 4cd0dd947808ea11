import { readStage } from '../stage/accounts.ts';
import { forgetSignUps } from '../stage/database.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { linkIn, mailsTo, untilMail } from '../stage/mail.ts';
import { newAddress, signInAs } from '../stage/own-account.ts';
import { stored } from '../stage/screens.ts';

const password = 'a long and quiet evening';

test.beforeEach(forgetSignUps);

test('a visitor signs up, verifies the address by the mailed link, signs in and comes to the plans', async ({
  page,
}) => {
  const email = newAddress('visitor');
  await page.goto('/');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/signup');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await expect(page.getByText('Enter your name')).toBeVisible();
  await page.getByLabel('Full name').fill('<img src=x onerror=alert(1)> Visitor');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('too short');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Use at least 10 characters')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await look(page, 'sign-up, wrong fields');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeFocused();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('npm run headwater -- mail last')).toBeVisible();
  expect(await stored(page)).not.toHaveProperty('token');
  await look(page, 'sign-up, check your e-mail');

  const mail = await untilMail(email, 'Verify your e-mail address');
  // The mailbox proved nothing yet: whoever signed up by its address is not to write to it.
  expect(mail.text).toContain('Hello,');
  expect(mail.text).not.toContain('Visitor');
  const link = linkIn(mail);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'E-mail verified' })).toBeVisible();
  await expect(page).toHaveURL('/verify-email');
  await look(page, 'e-mail verified');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInAs(page, email, password);
  await expect(page).toHaveURL('/plan-selection');

  await page.goto('/logout');
  await expect(page).toHaveURL('/');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await look(page, 'verification link used up');
  await page.goto('/verify-email');
  await expect(page.getByRole('heading', { name: 'Open the link again' })).toBeVisible();
});

test('who signs up by a known address is answered as anybody else, and only the mailbox is told', async ({ page }) => {
  const known = 'other@headwater.test';
  const unknown = newAddress('unknown');
  const before = mailsTo(known).length;
  const answerTo = async (email: string) => {
    await page.goto('/signup');
    await page.getByLabel('Full name').fill('Somebody Else');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
    await expect(page.getByText('npm run headwater -- mail last')).toBeVisible();
    return (await page.getByRole('main').innerText()).replace(email, 'ADDRESS');
  };
  expect(await answerTo(known)).toBe(await answerTo(unknown));
  const told = await untilMail(known, 'You have an account already');
  expect(told.text).not.toContain('/verify-email#');
  expect(mailsTo(known)).toHaveLength(before + 1);
});

test('somebody who is signed in and not verified can have the link sent again, and goes on at once', async ({
  page,
}) => {
  const email = newAddress('again');
  const request = { fullname: 'Ada Again', email, password };
  const register = await page.request.post(`${readStage().panelUrl}/api/v1/auth/register`, { data: request });
  expect(register.status()).toBe(202);
  const first = linkIn(await untilMail(email, 'Verify your e-mail address'));
  await page.goto('/');
  await signInAs(page, email, password);
  await expect(page).toHaveURL('/plan-selection');
  await page.getByRole('button', { name: 'Send again' }).click();
  const second = linkIn(await untilMail(email, 'Verify your e-mail address', 2));
  await page.goto(first);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible();
  await look(page, 'verification link outdated, signed in');
  await page.goto(second);
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/plan-selection');
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
});

test("a failure without words says 'An error occurred'", async ({ page }) => {
  await page.route('**/api/v1/auth/register', (route) => route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>' }));
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Fay Failure');
  await page.getByLabel('E-mail').fill(newAddress('failure'));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toHaveText('An error occurred');
});
