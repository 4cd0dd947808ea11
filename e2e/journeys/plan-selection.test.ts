import { Api } from '../stage/api.ts';
import { forgetSignUps } from '../stage/database.ts';
import { visitAndExpect } from '../stage/edge.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { linkIn, untilMail } from '../stage/mail.ts';
import { enter, makeOwnAccount, newAddress, openSession } from '../stage/own-account.ts';
import { figureOf, toast } from '../stage/screens.ts';

const password = 'a password of my own';
const nobody = () => new Api('demo', null);

/** Signs up by the API. @returns the key of the mailed link, and a session. */
async function signUp(fullname: string) {
  const email = newAddress('plans');
  await forgetSignUps();
  expect((await nobody().call('POST', '/auth/register', { fullname, email, password })).status).toBe(202);
  const [, key = ''] = linkIn(await untilMail(email, 'Verify your e-mail address')).split('#');
  return { email, key, token: await openSession(email, password) };
}

test('an account without services starts a trial, lands in it, and serves a zone minutes after signing up', async ({
  page,
  origin,
}) => {
  const { key, token } = await signUp('Tina Trial');
  await nobody().call('POST', '/auth/verify-email', { key });
  await enter(page, token, '/home');
  await expect(page).toHaveURL('/plan-selection');
  await expect(page.getByRole('tab', { name: 'Trial' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Everything, also what comes later')).toBeVisible();
  await look(page, 'plans');

  await page.getByRole('button', { name: 'Start CDN Trial' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start CDN Trial' });
  await dialog.getByLabel('Domain').fill('not a domain');
  await dialog.getByRole('button', { name: 'Start trial' }).click();
  await expect(dialog.getByText('Enter a domain such as example.com')).toBeVisible();
  await expect(dialog.getByLabel('Domain')).toBeFocused();
  await dialog.getByLabel('Domain').fill('https://www.tina.example/');
  await dialog.getByRole('button', { name: 'Start trial' }).click();
  await expect(dialog.getByText('Without https:// and without a path')).toBeVisible();
  await look(page, 'start trial, wrong domain');
  await dialog.getByLabel('Domain').fill('Tina.Example');
  await dialog.getByLabel('Domain').press('Enter');
  await expect(page).toHaveURL(/\/\d+(\/dashboard)?$/);
  await expect(toast(page, 'Your trial of CDN Trial has begun')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'tina.example' })).toBeVisible();
  await expect(page.getByText('Trial ends in 14 days')).toBeVisible();
  await page.getByRole('link', { name: 'Create your first zone' }).click();
  await expect(page.getByRole('dialog', { name: 'Create an HTTP pull zone' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/zones\/http\/pull$/);

  await page.getByRole('complementary', { name: 'Side panel' }).getByRole('link', { name: 'HTTP pull' }).click();
  await page.getByRole('button', { name: 'Create zone' }).first().click();
  const create = page.getByRole('dialog', { name: 'Create an HTTP pull zone' });
  await create.getByLabel('Name', { exact: true }).fill('First zone of a trial');
  await create.getByLabel('Origin').fill(origin.url);
  await create.getByRole('button', { name: 'Create zone' }).click();
  await expect(page.getByText(/on 1 of 1 edge/).first()).toBeVisible();
  await expect(page.getByRole('main').getByText('Live', { exact: true }).first()).toBeVisible();
  const hostname = await figureOf(page, 'Host name').innerText();
  await visitAndExpect(hostname.trim(), '/hello', 200, 'MISS');

  await page.goto('/home');
  await expect(page.getByRole('row').filter({ hasText: 'tina.example' })).toContainText('Trial ends in 14 days');
  await look(page, 'home with a trial');
});

test('an address that is not verified yet is what the page asks for, and goes on once it is', async ({ page }) => {
  const { email, key, token } = await signUp('Uwe Unverified');
  await enter(page, token, '/plan-selection');
  await expect(page.getByRole('heading', { name: 'Verify your e-mail address' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await look(page, 'plans before the address is verified');
  await nobody().call('POST', '/auth/verify-email', { key });
  await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  await page.getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
});

test('an account that has had a service is told that a trial is for new ones, with the way home', async ({ page }) => {
  const own = await makeOwnAccount('Ada Again');
  await enter(page, own.token, '/plan-selection');
  await expect(page.getByText('a trial is for new accounts')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Start/ })).toHaveCount(0);
  await look(page, 'plans without a trial');
  await page.getByRole('link', { name: 'Go to your services' }).click();
  await expect(page).toHaveURL('/home');
});
