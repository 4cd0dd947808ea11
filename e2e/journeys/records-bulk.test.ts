import { createDomain, dig, expectAnswer } from '../stage/dns.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';

test.use({ account: 'records' });

const hosts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ host: `host${index}`, type: 'A', record: `192.0.2.${index + 1}` }));

test('TTLs change in batches, with figures, and are undone as one change', async ({ page, api }) => {
  const { page: path, path: domain } = await createDomain(api, 'ttls.example', hosts(20));
  const batches: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/records/ttl')) batches.push(request.postDataJSON().ids.length);
  });
  await page.goto(path);
  await page.getByLabel('Select all that are listed').click();
  await page.getByRole('button', { name: 'Change TTL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change TTL' });
  await dialog.getByLabel('New TTL').fill('10');
  await dialog.getByRole('button', { name: 'Change TTL of 20 records' }).click();
  await expect(dialog.getByText('Enter a whole number of seconds from 30 to 2,592,000 (30 days)')).toBeVisible();
  await dialog.getByRole('button', { name: '5 minutes' }).click();
  await dialog.getByRole('button', { name: 'Change TTL of 20 records' }).click();
  await expect(dialog.getByText('Updated TTL for 20 of 20 records successfully')).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  expect(batches).toEqual([8, 8, 4]);
  await look(page, 'bulk TTL, done');
  await dialog.getByRole('button', { name: 'Clear result' }).click();
  await expect(page.getByRole('row', { name: /host7 / })).toContainText('300');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: /host7 / })).toContainText('3600');
  const { records } = (await api.call('GET', `${domain}/records?rows=all`)).body as { records: { ttl: string }[] };
  expect(new Set(records.map(({ ttl }) => ttl))).toEqual(new Set(['3600']));
});

test('a bulk change goes on behind its closed dialog, shows how far it is, and can be ended', async ({ page, api }) => {
  const { page: path } = await createDomain(api, 'chip.example', hosts(30));
  let sent = 0;
  // The second batch is not answered before the change was ended.
  const ended = Promise.withResolvers<void>();
  await page.route('**/records/ttl', async (route) => {
    sent += 1;
    if (sent > 1) await ended.promise;
    await route.continue();
  });
  await page.goto(path);
  await page.getByLabel('Select all that are listed').click();
  await page.getByRole('button', { name: 'Change TTL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change TTL' });
  await dialog.getByRole('button', { name: 'Change TTL of 30 records' }).click();
  await dialog.getByRole('button', { name: 'Close, and go on' }).click();
  const chip = page.getByRole('button', { name: /Changing TTL · \d+ %/ });
  await expect(chip).toContainText('27 %');
  // Elsewhere in the meantime, and back.
  await page.getByRole('tab', { name: 'SOA' }).click();
  await page.getByRole('tab', { name: 'Records' }).click();
  await chip.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText(/^Cancelled\. Updated TTL for \d+ of 30 records successfully$/)).toBeVisible();
  ended.resolve();
  await dialog.getByRole('button', { name: 'Clear result' }).click();
  await expect(page.getByRole('button', { name: /TTL change/ })).toBeHidden();
  expect(sent).toBe(2);
});

test('records are copied by the rules that were chosen, and what does not fit is named', async ({ page, api }) => {
  const source = await createDomain(api, 'here.example', [
    { host: '@', type: 'A', record: '192.0.2.1', ttl: '300' },
    { host: '@', type: 'MX', record: 'mail.here.example', priority: 10, ttl: '300' },
    { host: 'mail', type: 'A', record: '192.0.2.2', ttl: '300' },
    { host: '@', type: 'TXT', record: 'v=spf1 mx -all' },
    { host: 'blog', type: 'A', record: '192.0.2.4' },
  ]);
  await createDomain(api, 'there.example', [{ host: 'blog', type: 'CNAME', record: 'blogs.example.net' }]);
  await page.goto(source.page);
  await page.getByLabel('Select all that are listed').click();
  await page.getByRole('button', { name: 'Copy to domain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy to another domain' });
  await dialog.getByRole('button', { name: 'Copy 5 records' }).click();
  await expect(dialog.getByText('Choose the domain that the records are copied into')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Target domain' }).fill('there');
  await page.getByRole('option', { name: 'there.example' }).click();
  await dialog.getByLabel(/^TXT/).uncheck();
  await look(page, 'record copy');
  await dialog.getByRole('button', { name: 'Copy 5 records' }).click();
  await expect(dialog.getByText('Copied 3 of 5 records successfully (1 skipped)')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Errors' })).toContainText('blog.here.example A:');
  await expect(dialog.getByRole('link', { name: 'there.example' })).toBeVisible();
  await look(page, 'record copy, done');

  await expectAnswer('there.example', 'MX', ['10 mail.there.example.']);
  await expectAnswer('mail.there.example', 'A', ['192.0.2.2']);
  expect(await dig('there.example', 'TXT')).toEqual([]);
  expect(await dig('blog.there.example', 'CNAME')).toEqual(['blogs.example.net.']);
});

test('10,000 records are one list: found at each key, chosen as one, and few of them are drawn', async ({
  page,
  api,
}) => {
  const { page: path, path: domain } = await createDomain(api, 'many.example');
  const lines = Array.from({ length: 10_000 }, (_, index) => `h${index} A 192.0.${index >> 8}.${index & 255}`);
  const { status, body } = await api.call('POST', `${domain}/import`, { zone: `$TTL 3600\n${lines.join('\n')}\n` });
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
  await page.goto(path);
  const grid = page.getByRole('grid', { name: 'Records' });
  await expect(grid).toHaveAttribute('aria-rowcount', '10001');
  expect(await grid.getByRole('row').count()).toBeLessThan(100);
  await expect(grid.getByRole('row').nth(1)).toContainText('h0');
  await grid.getByRole('row').nth(1).focus();
  await page.keyboard.press('End');
  await expect(grid.getByRole('row', { name: /h9999 / })).toBeFocused();
  await expect(grid.getByRole('row', { name: /h9999 / })).toBeInViewport();

  await page.getByRole('searchbox', { name: 'Filter records' }).fill('h77');
  await expect(page.getByText('111 of 10,000 records')).toBeVisible();
  await page.getByLabel('Select all that are listed').click();
  await expect(page.getByText('111 records selected')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter records' }).fill('');
  await expect(page.getByText('111 records selected')).toBeVisible();
  await page.getByRole('toolbar', { name: 'Selected records' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 111 records' }).click();
  await expect(page.getByText('9,889 records')).toBeVisible();
  await expectAnswer('h7700.many.example', 'A', []);
  await expectAnswer('h7800.many.example', 'A', ['192.0.30.120']);

  await page.getByLabel('More about these records').click();
  await page.getByRole('menuitem', { name: 'Delete all records' }).click();
  const confirm = page.getByRole('dialog');
  await expect(confirm.getByRole('button', { name: 'Delete 9,889 records' })).toBeDisabled();
  await confirm.getByLabel('Type many.example to confirm').fill('many.example');
  await confirm.getByRole('button', { name: 'Delete 9,889 records' }).click();
  await expect(page.getByRole('heading', { name: 'No records yet' })).toBeVisible();
  await expectAnswer('h7800.many.example', 'A', []);
});
