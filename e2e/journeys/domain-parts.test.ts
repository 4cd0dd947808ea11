import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { publishDs } from '../stage/database.ts';
import { createDomain, dig, expectAnswer, validate } from '../stage/dns.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { figureOf, rowOf, toast } from '../stage/screens.ts';

test.use({ account: 'shop' });

const newName = () => `p${randomBytes(4).toString('hex')}.example`;

test('mail is set up step by step, and each step is an ordinary record that name servers answer', async ({
  page,
  api,
}) => {
  const name = newName();
  const domain = await createDomain(api, name);
  await page.goto(`${domain.page}&tab=mail`);
  await expect(page.getByText('No mail server yet')).toBeVisible();
  await look(page, 'mail, nothing yet');
  const dialog = page.getByRole('dialog');

  await test.step('the servers of a provider, then no mail at all, then a server of one’s own', async () => {
    await page.getByRole('button', { name: 'Set up for' }).click();
    await page.getByRole('menuitem', { name: 'Fastmail' }).click();
    await dialog.getByLabel('Fastmail may send in your name as well (SPF)').uncheck();
    await dialog.getByRole('button', { name: 'Set up mail' }).click();
    await expect(toast(page, 'Mail is set up for Fastmail')).toBeVisible();
    await expectAnswer(name, 'MX', ['10 in1-smtp.messagingengine.com.', '20 in2-smtp.messagingengine.com.']);
    await page.getByRole('button', { name: 'Set up for' }).click();
    await page.getByRole('menuitem', { name: 'No mail' }).click();
    await expect(dialog.getByText('Remove MX 10 in1-smtp.messagingengine.com.')).toBeVisible();
    await look(page, 'mail, provider');
    await dialog.getByRole('button', { name: 'Set up mail' }).click();
    await expectAnswer(name, 'MX', ['0 .']);
    await page.getByRole('button', { name: 'Delete .' }).click();
    await dialog.getByRole('button', { name: 'Delete mail server' }).click();
    await expect(page.getByText('No mail server yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add mail server' }).click();
    await dialog.getByLabel('Mail server', { exact: true }).fill('192.0.2.1');
    await dialog.getByRole('button', { name: 'Add mail server' }).click();
    await expect(dialog.getByText('MX points to a name, not an address')).toBeVisible();
    await dialog.getByLabel('Mail server', { exact: true }).fill('mail');
    await dialog.getByRole('button', { name: 'Add mail server' }).click();
    await expectAnswer(name, 'MX', [`10 mail.${name}.`]);
    await page.getByRole('button', { name: `Change mail.${name}.` }).click();
    await dialog.getByLabel('Priority').fill('5');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expectAnswer(name, 'MX', [`5 mail.${name}.`]);
  });

  await test.step('who may send', async () => {
    await page.getByRole('button', { name: 'Set up SPF' }).click();
    await expect(dialog.getByText('v=spf1 mx ~all')).toBeVisible();
    await dialog.getByLabel('Google Workspace').check();
    await dialog.getByLabel('Other addresses').fill('192.0.2.300');
    await dialog.getByRole('button', { name: 'Create record' }).click();
    await expect(dialog.getByText('192.0.2.300 is no address')).toBeVisible();
    await dialog.getByLabel('Other addresses').fill('192.0.2.30');
    await dialog.getByLabel('Is forged and may be refused').check();
    await look(page, 'mail, SPF');
    await dialog.getByRole('button', { name: 'Create record' }).click();
    await expect(page.getByText('Whoever _spf.google.com names may send')).toBeVisible();
    await expectAnswer(name, 'TXT', ['"v=spf1 mx ip4:192.0.2.30 include:_spf.google.com -all"']);
  });

  await test.step('the key as a provider shows it', async () => {
    await page.getByRole('button', { name: 'Add key' }).click();
    await dialog.getByLabel('Key').fill('google._domainkey IN TXT ( "v=DKIM1; k=rsa; " "p=MIIBIjANBg" )');
    await expect(dialog.getByLabel('Selector')).toHaveValue('google');
    await look(page, 'mail, DKIM');
    await dialog.getByRole('button', { name: 'Add key' }).click();
    await expect(toast(page, 'The key was added')).toBeVisible();
    await expectAnswer(`google._domainkey.${name}`, 'TXT', ['"v=DKIM1; k=rsa; p=MIIBIjANBg"']);
  });

  await test.step('what happens to forged mail', async () => {
    await page.getByRole('button', { name: 'Set up DMARC' }).click();
    await dialog.getByLabel('Goes to the spam folder').check();
    await dialog.getByLabel('Reports to').fill(`dmarc@${name}`);
    await look(page, 'mail, DMARC');
    await dialog.getByRole('button', { name: 'Create record' }).click();
    await expect(page.getByText('Mail that fails both checks goes to the spam folder.')).toBeVisible();
    await expectAnswer(`_dmarc.${name}`, 'TXT', [`"v=DMARC1; p=quarantine; rua=mailto:dmarc@${name}"`]);
    await look(page, 'mail, all set up');
  });
});

test('of two SPF records customers are warned, and one is made of them with the senders of a provider', async ({
  page,
  api,
}) => {
  const name = newName();
  const domain = await createDomain(api, name, [
    { type: 'MX', record: 'mail.example.com', priority: 10 },
    { type: 'TXT', record: 'v=spf1 mx ip4:192.0.2.1 -all' },
    { type: 'TXT', record: 'v=spf1 include:_spf.example.net ~all' },
    { host: '_dmarc', type: 'TXT', record: 'v=DMARC1; p=none' },
    { host: '_dmarc', type: 'TXT', record: 'v=DMARC1; p=reject' },
  ]);
  await page.goto(`${domain.page}&tab=mail`);
  await expect(page.getByText('There are 2 SPF records, and there may be only one')).toBeVisible();
  await expect(page.getByText('There are 2 DMARC records, and there may be only one')).toBeVisible();
  await expect(page.getByText('192.0.2.1 may send')).toBeVisible();
  await expect(page.getByText('Whoever _spf.example.net names may send')).toBeVisible();
  await look(page, 'mail, two SPF records');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Make them one' }).first().click();
  await expect(dialog.getByText('This is what the 2 records allow between them.')).toBeVisible();
  await look(page, 'mail, two SPF records made one');
  await dialog.getByRole('button', { name: 'Save record' }).click();
  await expectAnswer(name, 'TXT', ['"v=spf1 mx ip4:192.0.2.1 include:_spf.example.net ~all"']);
  await expect(page.getByText('There are 2 SPF records')).toHaveCount(0);
  await page.getByRole('button', { name: 'Make them one' }).click();
  await dialog.getByLabel('Is refused').check();
  await dialog.getByRole('button', { name: 'Save record' }).click();
  await expectAnswer(`_dmarc.${name}`, 'TXT', ['"v=DMARC1; p=reject"']);

  await page.getByRole('button', { name: 'Set up for' }).click();
  await page.getByRole('menuitem', { name: 'Google Workspace' }).click();
  await expect(dialog.getByLabel('Google Workspace may send in your name as well (SPF)')).toBeChecked();
  await dialog.getByRole('button', { name: 'Set up mail' }).click();
  await expectAnswer(name, 'MX', ['1 smtp.google.com.']);
  const whole = 'v=spf1 mx ip4:192.0.2.1 include:_spf.example.net include:_spf.google.com ~all';
  await expectAnswer(name, 'TXT', [`"${whole}"`]);
  await page.getByRole('button', { name: 'Set up for' }).click();
  await page.getByRole('menuitem', { name: 'Fastmail' }).click();
  await dialog.getByLabel('Fastmail may send in your name as well (SPF)').uncheck();
  await dialog.getByRole('button', { name: 'Set up mail' }).click();
  await expectAnswer(name, 'MX', ['10 in1-smtp.messagingengine.com.', '20 in2-smtp.messagingengine.com.']);
  await expectAnswer(name, 'TXT', [`"${whole}"`]);
});

test('a domain is signed with the DS for its registrar, and not unsigned by accident while its parent publishes one', async ({
  page,
  api,
}) => {
  const name = newName();
  const domain = await createDomain(api, name, [{ type: 'A', record: '192.0.2.1' }]);
  await page.goto(`${domain.page}&tab=security`);
  await expect(page.getByText('Answers are not signed.')).toBeVisible();
  await look(page, 'DNSSEC, off');
  await page.getByRole('button', { name: 'Enable DNSSEC' }).click();
  await expect(toast(page, `DNSSEC is on for ${name}`)).toBeVisible();
  await expect.poll(async () => (await dig(name, 'DNSKEY')).length).toBe(1);
  const [key = ''] = await dig(name, 'DNSKEY');
  const publicKey = key.split(' ').slice(3).join('');
  await expect(page.getByText(publicKey, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Copy DS record with digest type 2' }).click();
  const [, tag, digest] =
    /(\d+) 13 2 ([0-9A-F]{64})$/.exec(await page.evaluate(() => navigator.clipboard.readText())) ?? [];
  await expect(page.getByRole('heading', { name: 'DS with digest type 4 (SHA-384)' })).toBeVisible();
  // What the customer takes to the registrar is what a resolver judges by: right answers pass, as do those for what is not.
  const ds = `${tag} 13 2 ${digest}`;
  expect(await validate(ds, name, name, 'A')).toMatch(/; fully validated\n.*192\.0\.2\.1/s);
  expect(await validate(ds, name, `nothing.${name}`, 'A')).toContain('negative response, fully validated');
  const other = `${tag} 13 2 ${'0'.repeat(64)}`;
  expect(await validate(other, name, name, 'A')).not.toContain('; fully validated');
  await look(page, 'DNSSEC, on');

  await publishDs(name, { keyTag: Number(tag), algorithm: 13, digestType: 2, digest: digest ?? '' });
  await page.reload();
  await expect(page.getByText('DS published', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Disable DNSSEC' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable DNSSEC although the DS is published?' });
  await expect(dialog.getByText('The domain would stop working')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Disable anyway' })).toBeDisabled();
  await look(page, 'DNSSEC, DS published');
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole('button', { name: 'Disable anyway' }).click();
  await expect(toast(page, `DNSSEC is off for ${name}`)).toBeVisible();
  await expect.poll(() => dig(name, 'DNSKEY')).toEqual([]);
});

test('the start of authority is changed field by field, and nobody overwrites what they did not see', async ({
  page,
  api,
}) => {
  const name = newName();
  const domain = await createDomain(api, name);
  await page.goto(`${domain.page}&tab=soa`);
  const mail = page.getByLabel('E-mail of who is responsible');
  await expect(mail).toHaveValue(`hostmaster@${name}`);
  await mail.fill('nobody');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Enter an e-mail address such as hostmaster@example.com')).toBeVisible();
  await expect(mail).toBeFocused();
  await mail.fill(`dns@${name}`);
  await page.getByLabel('Negative TTL').fill('900');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Saved. The name servers take it over now.')).toBeVisible();
  await look(page, 'SOA');
  const soa = async () => (await dig(name, 'SOA'))[0]?.split(' ').filter((_, index) => index !== 2);
  await expect.poll(soa).toEqual([expect.any(String), `dns.${name}.`, '10800', '3600', '604800', '900']);

  await page.getByLabel('Retry').fill('1800');
  expect((await api.call('PATCH', `${domain.path}/soa`, { refresh: 7200 })).status).toBe(200);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Somebody else changed this domain in the meantime')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByLabel('Refresh')).toHaveValue('7200');
});

test('every query is counted, by type and by answer, in charts, in tables and as CSV', async ({ page, api }) => {
  const name = newName();
  const domain = await createDomain(api, name, [{ type: 'A', record: '192.0.2.1' }]);
  await expect.poll(async () => (await dig(name, 'SOA')).length).toBe(1);
  for (let count = 0; count < 4; count += 1) await dig(name, 'A');
  for (let count = 0; count < 3; count += 1) await dig(`none${count}.${name}`, 'AAAA');
  await page.goto(`${domain.page}&tab=statistics`);
  const byTable = page.getByRole('button', { name: 'Show as table' });
  // The page brings itself up to date when the name servers have reported.
  await expect(figureOf(page, 'Queries')).toHaveText(/^[89]$|^1\d$/, { timeout: 150_000 });
  await byTable.click();
  const table = page.getByRole('region', { name: 'Queries over time' });
  // All its rows: a day may end while the journey runs.
  const sumOf = async (head: string) => {
    const column = (await table.getByRole('columnheader').allInnerTexts()).indexOf(head) + 1;
    const texts = await table.locator(`tbody tr > :nth-child(${column})`).allInnerTexts();
    return texts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0);
  };
  await expect.poll(() => sumOf('A')).toBe(4);
  await expect.poll(() => sumOf('AAAA')).toBe(3);
  await page.getByText('By answer').click();
  await expect.poll(() => sumOf('NXDOMAIN: no such name')).toBe(3);
  await look(page, 'queries as table');
  await page.getByRole('button', { name: 'Show as chart' }).click();
  await expect(page.getByRole('img', { name: /Queries over time/ })).toBeVisible();
  await look(page, 'queries as chart');
  for (const [label, span] of [
    ['Day', 'day'],
    ['Month', 'month'],
    ['Year', 'year'],
    ['All', 'all'],
  ] as const) {
    await page.getByText(label, { exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`span=${span}`));
    await expect(figureOf(page, 'No such name')).not.toHaveText('0 %');
  }
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv).toMatch(/^hour,type,answer,queries\r?\n/);
  expect(csv).toMatch(/,AAAA,NXDOMAIN,3/);
  await page.goto(`/${api.serviceId}/domains?searchTerm=${name}`);
  await expect(rowOf(page, name)).not.toContainText(/\b0\b.*2026/);
});
