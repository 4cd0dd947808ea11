import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { linkIn, untilMail } from '../stage/mail.ts';
import { enter, makeOwnAccount, newAddress, openSession, signInAs } from '../stage/own-account.ts';
import { stored, toast } from '../stage/screens.ts';

/**
 * From the moment a session is ended until its browser has noticed, as busy as this machine is; that the server ends its
 * event stream within two seconds is tested there.
 */
const noticedWithin = { timeout: 15_000 };

test('a forgotten password is set anew: the old one is refused, the new one works, other sessions end', async ({
  page,
  browser,
}) => {
  const own = await makeOwnAccount('Fiona Forgetful');
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await enter(other, own.token, '/home');
  await expect(other.getByRole('heading', { name: 'Welcome, Fiona Forgetful' })).toBeVisible();

  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await look(page, 'forgot password');
  await page.getByLabel('E-mail').fill(own.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If an account signs in as ${own.email}`)).toBeVisible();
  await look(page, 'forgot password, check your e-mail');

  const link = linkIn(await untilMail(own.email, 'Set a new password'));
  await page.goto(link);
  await expect(page).toHaveURL('/reset-password');
  await page.getByLabel('New password', { exact: true }).fill('quite another password');
  await page.getByLabel('New password once more').fill('quite another passwort');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('The two passwords differ')).toBeVisible();
  await expect(page.getByLabel('New password once more')).toBeFocused();
  await look(page, 'reset password, wrong fields');
  await page.getByLabel('New password once more').fill('quite another password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(toast(page, 'The new password is set.')).toBeVisible();
  await expect(other).toHaveURL('/login', noticedWithin);
  await elsewhere.close();

  await signInAs(page, own.email, own.password);
  await expect(page.getByRole('alert').filter({ hasNotText: 'The new password is set.' })).toBeVisible();
  expect(await stored(page)).not.toHaveProperty('token');
  await signInAs(page, own.email, 'quite another password');
  await expect(page).toHaveURL('/home');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('a third password');
  await page.getByLabel('New password once more').fill('a third password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('account details are saved, shown as text wherever they stand, and never over the change of somebody else', async ({
  page,
}) => {
  const own = await makeOwnAccount('Dora Details');
  await enter(page, own.token, '/home/my-details');
  const account = page.getByRole('form', { name: 'Account' });
  await expect(account.getByLabel('Full name')).toHaveValue('Dora Details');
  await look(page, 'account details');

  const markup = '<img src=x onerror=alert(1)>';
  await account.getByLabel('Company').fill(markup);
  await page.getByRole('link', { name: /, home$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await account.getByRole('button', { name: 'Save account' }).click();
  await expect(toast(page, 'The account details are saved.')).toBeVisible();

  await account.getByLabel('Full name').fill('Dora Typed Here');
  // The event makes this browser look again, and must not take what is being typed.
  const changed = await own.api.call('PATCH', '/account', { fullname: 'Dora Changed Elsewhere' });
  expect(changed.body.account).toMatchObject({ company: markup, fullname: 'Dora Changed Elsewhere' });
  await account.getByRole('button', { name: 'Save account' }).click();
  await expect(page.getByText('Somebody else changed the account in the meantime')).toBeVisible();
  await look(page, 'account details, changed elsewhere');
  await account.getByRole('button', { name: 'Reload' }).click();
  await expect(account.getByLabel('Full name')).toHaveValue('Dora Changed Elsewhere');
  await account.getByLabel('Full name').fill(markup);
  await account.getByRole('button', { name: 'Save account' }).click();
  await expect(account.getByRole('button', { name: 'Save account' })).toBeDisabled();
  const you = page.getByRole('form', { name: 'You' });
  await you.getByLabel('First name').fill('<b>Dora</b>');
  await you.getByRole('button', { name: 'Save your name' }).click();
  await expect(toast(page, 'Your name is saved.')).toBeVisible();
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: `Welcome, ${markup}` })).toBeVisible();
  await expect(page.locator('img[src=x]')).toHaveCount(0);
});

test('what is typed while the details are being saved stands, and is saved next', async ({ page }) => {
  const own = await makeOwnAccount('Tilda Typing');
  await enter(page, own.token, '/home/my-details');
  const account = page.getByRole('form', { name: 'Account' });
  const save = account.getByRole('button', { name: 'Save account' });
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v1/account', async (route) => {
    if (route.request().method() === 'PATCH') await answered.promise;
    await route.continue();
  });
  await account.getByLabel('Company').fill('Typed before');
  await save.click();
  await account.getByLabel('Full name').fill('Tilda Meanwhile');
  answered.resolve();
  await expect(toast(page, 'The account details are saved.')).toBeVisible();
  await expect(account.getByLabel('Full name')).toHaveValue('Tilda Meanwhile');
  await save.click();
  const kept = async () => ((await own.api.call('GET', '/account')).body.profile as { account: object }).account;
  await expect.poll(kept).toMatchObject({ company: 'Typed before', fullname: 'Tilda Meanwhile' });
});

test('another address is signed in with once its mailbox has confirmed it, and the old one is told', async ({
  page,
}) => {
  const own = await makeOwnAccount('Elsa Elsewhere');
  const next = newAddress('next');
  await enter(page, own.token, '/home/my-details');
  const form = page.getByRole('form', { name: 'E-mail' });
  await form.getByLabel('New e-mail').fill(next);
  await form.getByLabel('Your password').fill('not my password');
  await form.getByRole('button', { name: 'Change e-mail' }).click();
  await expect(form.getByLabel('Your password')).toBeFocused();
  await expect(form.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Your password').fill(own.password);
  await form.getByRole('button', { name: 'Change e-mail' }).click();
  await expect(form.getByText(`${next} waits to be confirmed.`)).toBeVisible();
  await look(page, 'account details, address to be confirmed');
  await page.goto(linkIn(await untilMail(next, 'Confirm your new e-mail address')));
  await expect(page.getByRole('heading', { name: 'E-mail changed' })).toBeVisible();
  await expect(page).toHaveURL('/confirm-email');
  await look(page, 'address confirmed');
  await untilMail(own.email, 'Your e-mail address was changed');
  await openSession(next, own.password);
  expect((await own.api.call('POST', '/auth/login', { email: own.email, password: own.password })).status).toBe(401);
});

test('the password is changed from the menu, asked for the current one, and the account is told', async ({ page }) => {
  const own = await makeOwnAccount('Petra Password');
  await enter(page, own.token, '/home');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expect(page).toHaveURL('/home/my-details#password');
  const form = page.getByRole('form', { name: 'Password' });
  await expect(form.getByLabel('Current password')).toBeFocused();
  await form.getByLabel('Current password').fill('wrong');
  await form.getByLabel('New password', { exact: true }).fill('the next password');
  await form.getByLabel('New password once more').fill('the next password');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Current password').fill(own.password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(toast(page, 'Your password is changed.')).toBeVisible();
  await untilMail(own.email, 'Your password was changed');
  await openSession(own.email, 'the next password');
});

test('a session that is ended signs its browser out by itself, and this one stays', async ({ page, browser }) => {
  const own = await makeOwnAccount('Sara Sessions');
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await enter(other, await openSession(own.email, own.password), `/${own.serviceId}/dashboard`);
  await expect(other.getByRole('heading', { name: 'own.example' })).toBeVisible();
  await openSession(own.email, own.password);

  await page.goto('/');
  await signInAs(page, own.email, own.password);
  await expect(page).toHaveURL('/home');
  await page.goto('/home/my-details');
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await expect(sessions.getByText('This browser')).toHaveCount(1);
  await expect(sessions.getByText(/^Chrome \d+ on Linux$/)).toHaveCount(1);
  await look(page, 'account details with sessions');
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
  await expect(other).toHaveURL('/login', noticedWithin);
  await expect(toast(other, 'Session expired. Please login again.')).toBeVisible();
  await expect(sessions.getByRole('row')).toHaveCount(2);
  await openSession(own.email, own.password);
  await page.reload();
  await sessions.getByRole('button', { name: /^End session/ }).click();
  await expect(sessions.getByRole('row')).toHaveCount(2);
  await expect(sessions.getByText('This browser')).toBeVisible();
  await elsewhere.close();
});

test('the email history shows what was sent with its links masked, and a message opens by its address', async ({
  page,
}) => {
  const own = await makeOwnAccount('<i>Holly</i> History');
  await enter(page, own.token, '/home/my-emails');
  const table = page.getByRole('table', { name: 'Messages' });
  await expect(table.getByRole('row').filter({ hasText: 'Verify your e-mail address' })).toContainText('Sent');
  await look(page, 'email history');
  await table.getByRole('link', { name: 'Verify your e-mail address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify your e-mail address' });
  await expect(dialog).toContainText('Hello,');
  await expect(dialog).toContainText('/verify-email#••••••');
  await look(page, 'email history, a message');
  const address = page.url();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.goto(address);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/home/my-emails');
  await page.getByLabel('Search messages').fill('no such words');
  await expect(page.getByText('No message matches')).toBeVisible();
  await expect(page).toHaveURL('/home/my-emails?search=no+such+words');
  await page.goto('/home/my-emails?message=zzzz');
  await expect(page.getByText('This message does not exist')).toBeVisible();
});
