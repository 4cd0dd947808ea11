import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { linkIn, mailsTo } from '../stage/mail.ts';
import { enter, makeOwnAccount, newAddress, openSession, signInAs } from '../stage/own-account.ts';
import { dismissToasts, rowOf, stored, toast, zonesPath } from '../stage/screens.ts';

const password = 'the password of a contact';
const markup = '<img src=x onerror=alert(1)>';

/** The link of an invitation, whose subject names the inviter. */
async function untilInvited(email: string, count = 1): Promise<string> {
  await expect.poll(() => mailsTo(email).length, { timeout: 60_000 }).toBe(count);
  const newest = mailsTo(email).at(-1);
  return linkIn(newest ?? { subject: '', text: '' });
}

test('a contact is invited, comes in, may do what is given from one moment to the next, and is out when suspended', async ({
  page,
  browser,
}) => {
  const own = await makeOwnAccount('Olga Owner');
  const email = newAddress('contact');
  await enter(page, own.token, '/home');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Contacts / sub-accounts' }).click();
  await expect(page.getByText('No contacts yet')).toBeVisible();
  await look(page, 'contacts, none yet');
  await page.getByRole('button', { name: 'Invite contact' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite contact' });
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(invite.getByLabel('First name')).toBeFocused();
  await invite.getByLabel('First name').fill(markup);
  await invite.getByLabel('E-mail').fill(own.email);
  await invite.getByLabel('View zones').check();
  // Zones stand below a service, and nobody comes to them without it.
  await expect(invite.getByLabel('View services')).toBeChecked();
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(invite.getByLabel('E-mail')).toBeFocused();
  await expect(invite.getByText('Somebody signs in by this address already.')).toBeVisible();
  await look(page, 'invite contact, address taken');
  await invite.getByLabel('E-mail').fill(email);
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(rowOf(page, email)).toContainText('Invited');
  await expect(rowOf(page, email)).toContainText(markup);
  await expect(rowOf(page, own.email)).toContainText('Main account holder');
  await look(page, 'contacts');

  const elsewhere = await browser.newContext();
  const guest = await elsewhere.newPage();
  const link = await untilInvited(email);
  await guest.goto(link);
  await expect(guest).toHaveURL('/invitation');
  await expect(guest.getByText('Work in the account Olga Owner.')).toBeVisible();
  await guest.getByLabel('First name').fill('Gus');
  await guest.getByLabel('Last name').fill('Guest');
  await guest.getByLabel('Password', { exact: true }).fill(password);
  await guest.getByLabel('Password once more').fill(password);
  await look(guest, 'invitation');
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(guest).toHaveURL('/login');
  await expect(guest.getByLabel('E-mail')).toHaveValue(email);
  await signInAs(guest, email, password);
  await expect(guest).toHaveURL('/home');
  expect(await stored(guest)).toMatchObject({ isSubContact: 'true', contactid: expect.stringMatching(/^\d+$/) });
  const keptContact = async () => JSON.parse((await stored(guest)).contact ?? '{}') as { permissions?: string[] };
  await expect.poll(keptContact).toMatchObject({ firstname: 'Gus', email });

  // The newest state of the list came by the event stream.
  await expect(rowOf(page, email)).toContainText('Active');
  await guest.goto('/home/contacts');
  await expect(guest.getByText('No access')).toBeVisible();
  await guest.goto(zonesPath(own.serviceId));
  const create = guest.getByRole('button', { name: 'Create zone' }).first();
  await expect(create).toHaveAttribute('aria-disabled', 'true');

  await page.getByRole('link', { name: 'Gus Guest' }).click();
  await expect(page.getByRole('heading', { name: 'Gus Guest' })).toBeVisible();
  await page.getByLabel('Manage zones').check();
  await look(page, 'contact');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'It holds for Gus Guest at once.')).toBeVisible();
  await expect(create).not.toHaveAttribute('aria-disabled', 'true');
  await expect.poll(keptContact).toMatchObject({ permissions: ['services.view', 'zones.view', 'zones.manage'] });
  await create.click();
  await expect(guest.getByRole('dialog', { name: 'Create an HTTP pull zone' })).toBeVisible();

  await page.getByRole('button', { name: 'Suspend contact' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend contact' }).click();
  await expect(guest).toHaveURL('/login', { timeout: 15_000 });
  await signInAs(guest, email, password);
  await expect(guest.getByRole('form', { name: 'Sign in' }).getByRole('alert')).toBeVisible();
  await look(page, 'contact, suspended');
  await page.getByRole('button', { name: 'Let in again' }).click();
  await expect(toast(page, 'may sign in again')).toBeVisible();
  await signInAs(guest, email, password);
  // Back where they were when they were sent out.
  await expect(guest).toHaveURL(zonesPath(own.serviceId));

  await dismissToasts(page);
  await page.getByRole('button', { name: 'Remove contact' }).click();
  const remove = page.getByRole('dialog');
  await expect(remove.getByRole('button', { name: 'Remove contact' })).toBeDisabled();
  await remove.getByLabel('Type Gus Guest to confirm').fill('Gus Guest');
  await remove.getByRole('button', { name: 'Remove contact' }).click();
  await expect(page).toHaveURL('/home/contacts');
  await expect(rowOf(page, email)).toHaveCount(0);
  await expect(guest).toHaveURL('/login');
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await look(guest, 'invitation used up');
  await elsewhere.close();
});

test('who manages contacts gives no more than they hold, and changes neither themselves nor the account holder', async ({
  page,
}) => {
  const own = await makeOwnAccount('Otto Owner');
  const invited = async (name: string, permissions: string[]) => {
    const email = newAddress(name.toLowerCase());
    const { body } = await own.api.call('POST', '/contacts', { firstname: name, email, permissions });
    return { email, id: (body.contact as { id: string }).id };
  };
  const manager = await invited('Mona', ['services.view', 'zones.view', 'contacts']);
  const mightier = await invited('Max', ['services.view', 'zones.view', 'zones.manage']);
  await page.goto(await untilInvited(manager.email));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password once more').fill(password);
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page).toHaveURL('/login');
  await enter(page, await openSession(manager.email, password), `/home/contacts/${mightier.id}`);

  const manage = page.getByLabel('Manage zones');
  await expect(manage).toBeChecked();
  await expect(manage).toHaveAttribute('aria-disabled', 'true');
  await manage.focus();
  await expect(
    page.getByRole('tooltip').filter({ hasText: 'You do not hold this permission yourself.' }),
  ).toBeVisible();
  await page.keyboard.press('Space');
  await expect(manage).toBeChecked();
  await page.getByRole('button', { name: 'View only' }).click();
  await expect(manage).toBeChecked();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  for (const name of ['Suspend contact', 'Remove contact']) {
    await page.getByRole('button', { name }).hover();
    await expect(page.getByRole('tooltip').filter({ hasText: 'They may do what you may not' })).toBeVisible();
  }
  await look(page, 'contact who may do more');
  await page.goto(`/home/contacts/${manager.id}`);
  await expect(page.getByText('This is you.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await look(page, 'contact, oneself');
  await page.goto('/home/contacts');
  await expect(page.getByRole('link', { name: 'Otto Owner' })).toHaveCount(0);
  await page.goto('/home/contacts/999999999');
  await expect(page.getByText('This contact does not exist')).toBeVisible();
  await page.goto('/home/my-details');
  await expect(page.getByRole('button', { name: 'Save account' })).toHaveAttribute('aria-disabled', 'true');
});

test('another invitation ends the one before it', async ({ page }) => {
  const own = await makeOwnAccount('Ines Inviter');
  const email = newAddress('again');
  const { body } = await own.api.call('POST', '/contacts', { firstname: 'Ivo', email, permissions: [] });
  const first = await untilInvited(email);
  await enter(page, own.token, `/home/contacts/${(body.contact as { id: string }).id}`);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(toast(page, `Another invitation is on its way to ${email}`)).toBeVisible();
  await look(page, 'contact, invited');
  const second = await untilInvited(email, 2);
  await page.goto(first);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.goto(second);
  await expect(page.getByText(email)).toBeVisible();
});
