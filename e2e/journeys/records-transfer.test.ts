import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createDomain, expectAnswer } from '../stage/dns.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';

const run = promisify(execFile);

test.use({ account: 'records' });

test('an import shows what it will do and why, does just that, and is undone', async ({ page, api }) => {
  const { page: path } = await createDomain(api, 'moved.example', [
    { host: '@', type: 'A', record: '192.0.2.1' },
    { host: 'old', type: 'A', record: '192.0.2.9' },
  ]);
  await page.goto(path);
  await page.getByLabel('More about these records').click();
  await page.getByRole('menuitem', { name: 'Import zone file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import into moved.example' });
  await dialog.getByRole('button', { name: 'Show what it does' }).click();
  await expect(dialog.getByText('Choose a zone file, or paste its text')).toBeVisible();
  const zone = [
    '$ORIGIN moved.example.',
    '@ 3600 IN NS ns.before.example.',
    '@ 3600 IN A 192.0.2.1',
    'www 300 IN CNAME @',
    'bad IN A 300.1.1.1',
    'www.elsewhere.example. IN A 192.0.2.1',
  ].join('\n');
  await dialog.getByRole('textbox', { name: 'Zone file' }).fill(`${zone}\n$INCLUDE /etc/passwd`);
  await dialog.getByRole('button', { name: 'Show what it does' }).click();
  await expect(dialog.getByText('Line 7: $INCLUDE is not taken')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Zone file' }).fill(zone);
  await dialog.getByText('Replace what is there').click();
  await dialog.getByRole('button', { name: 'Show what it does' }).click();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('row', { name: /bad IN A 300/ })).toContainText('Enter an IPv4 address');
  await expect(preview.getByRole('row', { name: /^6 Skip/ })).toContainText('is not inside moved.example');
  await expect(preview.getByRole('row', { name: /Remove old/ })).toBeVisible();
  await expect(preview.getByRole('row', { name: /Add www/ })).toBeVisible();
  await look(page, 'import preview');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Imported: 1 added, 1 removed, 3 skipped')).toBeVisible();
  // The list once went down with an import that had been done.
  await expect(page.getByRole('grid', { name: 'Records' }).getByRole('row', { name: /www/ })).toContainText('CNAME');
  await expectAnswer('www.moved.example', 'CNAME', ['moved.example.']);
  await expectAnswer('old.moved.example', 'A', []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectAnswer('old.moved.example', 'A', ['192.0.2.9']);
  await expectAnswer('www.moved.example', 'CNAME', []);
});

test('a domain without records takes an import, and then another, and shows what they brought', async ({
  page,
  api,
}) => {
  const { page: path } = await createDomain(api, 'twice.example');
  await page.goto(path);
  const grid = page.getByRole('grid', { name: 'Records' });
  const dialog = page.getByRole('dialog', { name: 'Import into twice.example' });
  const take = async (zone: string) => {
    await dialog.getByRole('textbox', { name: 'Zone file' }).fill(zone);
    await dialog.getByRole('button', { name: 'Show what it does' }).click();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await take('one A 192.0.2.1');
  await expect(grid.getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Filter records' }).fill('one');
  await page.getByLabel('More about these records').click();
  await page.getByRole('menuitem', { name: 'Import zone file' }).click();
  await take('two A 192.0.2.2');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(grid.getByRole('row')).toHaveCount(3);
});

test('an exported zone file is accepted by another name server’s check', async ({ page, api }, info) => {
  const { page: path } = await createDomain(api, 'taken.example', [
    { host: '@', type: 'A', record: '192.0.2.1' },
    { host: '@', type: 'MX', record: 'mail', priority: 10 },
    { host: 'mail', type: 'A', record: '192.0.2.2' },
    { host: '@', type: 'TXT', record: `v=DKIM1; p=${'A'.repeat(400)}` },
  ]);
  await page.goto(path);
  await page.getByLabel('More about these records').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export zone file' }).click(),
  ]);
  expect(download.suggestedFilename()).toContain('taken.example');
  const file = info.outputPath('taken.example.zone');
  await download.saveAs(file);
  const { stdout } = await run('named-checkzone', ['-i', 'local', 'taken.example', file]);
  expect(stdout).toContain('OK');
});

test('a dynamic URL is shown once, sets the address, and ends when it is disabled', async ({ page, api }) => {
  const { page: path } = await createDomain(api, 'office.example', [{ host: 'door', type: 'A', record: '192.0.2.1' }]);
  await page.goto(path);
  const open = async () => {
    await page.getByLabel('More about door A').click();
    await page.getByRole('menuitem', { name: 'Dynamic URL' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Dynamic URL of door.office.example A' });
  await open();
  await dialog.getByRole('button', { name: 'Get dynamic URL' }).click();
  await expect(dialog.getByText('Copy it now: it is shown this once.')).toBeVisible();
  await look(page, 'dynamic URL');
  await dialog.getByRole('button', { name: 'Copy dynamic URL' }).click();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const reply = await fetch(`${url}?myip=9.9.9.9`);
  expect(await reply.text()).toBe('good 9.9.9.9');
  await expectAnswer('door.office.example', 'A', ['9.9.9.9']);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('img', { name: 'Has a dynamic URL' })).toBeVisible();
  await expect(page.getByRole('row', { name: /door/ })).toContainText('9.9.9.9');

  await open();
  await expect(dialog.getByText(url)).toBeHidden();
  await dialog.getByRole('button', { name: 'Disable dynamic URL' }).click();
  await expect(dialog.getByRole('button', { name: 'Get dynamic URL' })).toBeVisible();
  expect(await (await fetch(`${url}?myip=9.9.9.10`)).text()).toBe('badauth');
});

test('a proxy that cannot be is refused with the reason', async ({ page, api }) => {
  const { page: path } = await createDomain(api, 'front.example', [
    { host: 'www', type: 'A', record: '192.0.2.1' },
    { host: '@', type: 'TXT', record: 'text' },
  ]);
  await page.goto(path);
  await expect(page.getByRole('switch', { name: 'Proxy of @ TXT' })).toHaveCount(0);
  const proxy = page.getByRole('switch', { name: 'Proxy of www A' });
  await proxy.click();
  const told = page.getByRole('alert').filter({ hasText: 'Failed to enable proxy' });
  await expect(told).toContainText('The name servers of front.example were not seen to be ours yet.');
  await expect(proxy).toHaveAttribute('aria-checked', 'false');
});
