import type { Page } from '@playwright/test';
import { createDomain, expectAnswer } from '../stage/dns.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';

test.use({ account: 'records' });

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('grid', { name: 'Records' })
    .getByRole('row')
    .filter({ has: page.getByLabel(`Select ${name}`) });
const formIn = (page: Page) => page.getByRole('form', { name: 'Record' });
const lastChange = (page: Page) => page.getByRole('region', { name: 'Last change' });

test('a record is added, changed, switched off, deleted and brought back, and name servers answer each step', async ({
  page,
  api,
}) => {
  const { page: path } = await createDomain(api, 'steps.example');
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'No records yet' })).toBeVisible();
  await look(page, 'records, none yet');

  await page.getByRole('button', { name: 'Add record' }).click();
  const form = formIn(page);
  await form.getByLabel('Name', { exact: true }).fill('www');
  await form.getByLabel('IPv4 address').fill('192.0.2.10');
  await form.getByLabel('Note').fill('the shop');
  await form.getByRole('button', { name: 'Add record' }).click();
  await expect(rowOf(page, 'www A')).toContainText('192.0.2.10');
  await expectAnswer('www.steps.example', 'A', ['192.0.2.10']);
  // How far the change has come stands where it was made.
  await expect(lastChange(page)).toContainText('created');
  await expect(lastChange(page)).toContainText(/Live\s*on 1 of 1 name server/);

  await rowOf(page, 'www A').getByText('192.0.2.10').dblclick();
  await page.getByLabel('Value of www A').fill('192.0.2.11');
  await page.getByLabel('Value of www A').press('Tab');
  await page.getByLabel('TTL of www A').fill('300');
  await page.getByLabel('TTL of www A').press('Enter');
  await expect(rowOf(page, 'www A')).toContainText('192.0.2.11');
  await expect(rowOf(page, 'www A')).toContainText('300');
  await expectAnswer('www.steps.example', 'A', ['192.0.2.11']);

  const answered = rowOf(page, 'www A').getByRole('switch', { name: 'Answer www A' });
  await answered.click();
  await expect(answered).toHaveAttribute('aria-checked', 'false');
  await expectAnswer('www.steps.example', 'A', []);
  await answered.click();
  await expectAnswer('www.steps.example', 'A', ['192.0.2.11']);

  await page.getByLabel('More about www A').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 record' }).click();
  await expect(page.getByRole('heading', { name: 'No records yet' })).toBeVisible();
  await expect(page.getByText('1 record deleted')).toBeVisible();
  await expectAnswer('www.steps.example', 'A', []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'www A')).toContainText('192.0.2.11');
  await expect(page.getByText('Undone: 1 record deleted')).toBeVisible();
  await expectAnswer('www.steps.example', 'A', ['192.0.2.11']);
});

test('what is wrong stands at its field, and nothing that was typed is lost', async ({ page, api }) => {
  const { page: path } = await createDomain(api, 'fields.example', [{ host: 'www', type: 'A', record: '192.0.2.1' }]);
  await page.goto(path);
  await page.getByRole('button', { name: 'Add record' }).click();
  const form = formIn(page);
  await form.getByLabel('Type').selectOption('MX');
  await form.getByLabel('Target').fill('192.0.2.1');
  await form.getByLabel('Priority').focus();
  await expect(form.getByText('An MX points to a name, not an address')).toBeVisible();
  await form.getByLabel('TTL').fill('5');
  // A press as long as a person's: what is said of the field that was left must not move the button from under it.
  await form.getByRole('button', { name: 'Add record' }).click({ delay: 150 });
  await expect(form.getByLabel('Priority')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByText('Enter a whole number of seconds from 30 to 2,592,000 (30 days)')).toBeVisible();
  await look(page, 'record form, refused');

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(form.getByLabel('Target')).toHaveValue('192.0.2.1');

  // What only the server can know stands at its field as well.
  await form.getByLabel('Type').selectOption('CNAME');
  await form.getByLabel('Name', { exact: true }).fill('www');
  await form.getByLabel('Target').fill('shop.example.net');
  await form.getByLabel('TTL').fill('3600');
  await form.getByRole('button', { name: 'Add record' }).click();
  await expect(form.locator('[aria-invalid=true]')).toHaveCount(1);
  await expect(form.getByLabel('Target')).toHaveValue('shop.example.net');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
});

test('a form helps with what is often mistaken: the other kind of address, a time as TTL, a second SPF, other letters', async ({
  page,
  api,
}) => {
  const { page: path } = await createDomain(api, 'helps.example', [
    { host: '@', type: 'TXT', record: 'v=spf1 mx -all' },
    { host: 'old', type: 'A', record: '192.0.2.1' },
  ]);
  await page.goto(path);
  await page.getByRole('button', { name: 'Add record' }).click();
  const form = formIn(page);
  await form.getByLabel('Name', { exact: true }).fill('six');
  await form.getByLabel('IPv4 address').fill('2001:db8::1');
  await form.getByLabel('TTL').fill('1h');
  await form.getByLabel('Note').focus();
  await expect(form.getByLabel('TTL')).toHaveValue('3600');
  await expect(form.getByText('This is an IPv6 address: give it to an AAAA record instead')).toBeVisible();
  await form.getByRole('button', { name: 'Make it an AAAA record' }).click();
  await form.getByRole('button', { name: 'Add record' }).click();
  await expectAnswer('six.helps.example', 'AAAA', ['2001:db8::1']);

  await page.getByRole('button', { name: 'Add record' }).click();
  await form.getByLabel('Type').selectOption('TXT');
  await form.getByLabel('Text').fill('v=spf1 include:mail.example.net -all');
  await expect(form.getByText('“@” has an SPF record already')).toBeVisible();
  await look(page, 'record form, second SPF');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: 'Add record' }).click();
  await form.getByLabel('Name', { exact: true }).fill('bücher');
  await form.getByLabel('IPv4 address').fill('192.0.2.5');
  await form.getByRole('button', { name: 'Add record' }).click();
  await page.getByRole('searchbox', { name: 'Filter records' }).fill('bücher');
  await expect(page.getByText('1 of 4 records')).toBeVisible();
  await expect(rowOf(page, 'xn--bcher-kva A')).toContainText('bücher xn--bcher-kva');
  await page.getByRole('button', { name: 'Clear the filter' }).click();

  // The focus stays in the list when the row it was in is gone.
  await page.getByLabel('More about old A').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog').getByText('gone for good')).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 record' }).click();
  await expect(rowOf(page, 'six AAAA')).toBeFocused();
  await expect(lastChange(page)).toBeInViewport();
});

test('what somebody else changed meanwhile stands beside what was typed, and either can hold', async ({
  page,
  api,
}) => {
  const { page: path, path: domain } = await createDomain(api, 'both.example', [
    { host: 'www', type: 'A', record: '192.0.2.1' },
  ]);
  const [record] = (await api.call('GET', `${domain}/records`)).body.records as { id: string }[];
  const elsewhere = (value: string) => api.call('PATCH', `${domain}/records/${record?.id}`, { record: value });
  await page.goto(path);
  await page.getByLabel('Edit www A').click();
  const form = formIn(page);
  await form.getByLabel('IPv4 address').fill('192.0.2.2');
  expect((await elsewhere('192.0.2.77')).status).toBe(200);
  await form.getByRole('button', { name: 'Save record' }).click();
  const notice = form.getByRole('alert');
  await expect(notice).toContainText('Somebody else changed this record in the meantime');
  await expect(notice.getByRole('row', { name: 'Value' })).toContainText(/192\.0\.2\.2\s*192\.0\.2\.77/);
  await look(page, 'record form, changed elsewhere');
  await notice.getByRole('button', { name: 'Keep mine' }).click();
  await expect(form).toBeHidden();
  await expectAnswer('www.both.example', 'A', ['192.0.2.2']);

  await rowOf(page, 'www A').getByText('192.0.2.2').dblclick();
  await page.getByLabel('Value of www A').fill('192.0.2.3');
  expect((await elsewhere('192.0.2.78')).status).toBe(200);
  await page.getByLabel('Value of www A').press('Enter');
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByLabel('Value of www A')).toHaveValue('192.0.2.78');
  await page.getByLabel('Value of www A').press('Escape');
  await expectAnswer('www.both.example', 'A', ['192.0.2.78']);
});

test('the list is worked by keyboard alone', async ({ page, api }) => {
  const records = ['a', 'b', 'c', 'd'].map((host, index) => ({ host, type: 'A', record: `192.0.2.${index + 1}` }));
  const { page: path } = await createDomain(api, 'keys.example', records);
  await page.goto(path);
  await expect(rowOf(page, 'a A')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter records' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'a A')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(rowOf(page, 'b A')).toBeFocused();
  await expect(page.getByText('2 records selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('2 records selected')).toBeHidden();

  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('192.0.2.44');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'd A')).toBeFocused();
  await expect(rowOf(page, 'd A')).toContainText('192.0.2.4');
  await expect(rowOf(page, 'd A')).not.toContainText('192.0.2.44');
  await page.keyboard.press('Enter');
  await page.keyboard.type('not an address');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Enter an IPv4 address such as 192.0.2.10' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('192.0.2.44');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'd A')).toContainText('192.0.2.44');
  await expect(rowOf(page, 'd A')).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Select d A')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog');
  // A dialog takes the focus a moment after it is drawn.
  await expect(question.locator(':focus')).toBeVisible();
  await question.getByRole('button', { name: 'Delete 1 record' }).press('Enter');
  await expect(rowOf(page, 'a A')).toBeHidden();
  await expectAnswer('a.keys.example', 'A', []);
});
