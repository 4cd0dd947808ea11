import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Api } from '../stage/api.ts';
import { createDomain, expectAnswer } from '../stage/dns.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { enter, makeOwnAccount } from '../stage/own-account.ts';
import { expectRefused, rowOf, toast } from '../stage/screens.ts';

test.use({ account: 'shop' });

const newName = () => `d${randomBytes(4).toString('hex')}.example`;

/**
 * Has each page note when it first warned, and when it led away: on a busy machine a journey sees either late.
 * @returns how much later that was, in milliseconds.
 */
async function watchLeading(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const from = location.pathname;
    const at = { warned: 0, left: 0 };
    Object.assign(globalThis, { leading: at });
    new MutationObserver(() => {
      if (at.warned === 0 && document.querySelector('[role=alert]')) at.warned = performance.now();
      if (at.left === 0 && location.pathname !== from) at.left = performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  return () =>
    page.evaluate(() => {
      const { leading } = globalThis as unknown as { leading: { warned: number; left: number } };
      return leading.left - leading.warned;
    });
}

test('whoever has no domain learns what one is for, creates it from a template, and finds it everywhere', async ({
  page,
}) => {
  const own = await makeOwnAccount('Dora Domains');
  const name = newName();
  await enter(page, own.token, `/${own.serviceId}/dns`);
  await expect(page.getByText('No domains yet')).toBeVisible();
  await look(page, 'no domain yet');

  await test.step('the dialog of Deploy Now says what is wrong where it is wrong', async () => {
    await page.getByRole('button', { name: 'Deploy Now' }).click();
    await page.getByRole('menuitem', { name: 'SimpleDNS domain' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a domain' });
    await dialog.getByLabel('Domain', { exact: true }).fill('https://www.example.com/');
    await expect(dialog.getByText('Enter the domain alone, such as example.com: no https://')).toBeVisible();
    await dialog.getByLabel('Domain', { exact: true }).fill('www.example.com');
    await expect(dialog.getByText('Most people create example.com: www is one of its records.')).toBeVisible();
    await dialog.getByLabel('Domain', { exact: true }).fill('co.uk');
    await dialog.getByLabel('A template').check();
    await dialog.getByRole('button', { name: 'Create domain' }).click();
    await expect(dialog.getByText('Enter the IPv4 or IPv6 address of your web server')).toBeVisible();
    await dialog.getByLabel('Address of your server').fill('192.0.2.80');
    await dialog.getByRole('button', { name: 'Create domain' }).click();
    await expect(dialog.getByLabel('Domain', { exact: true })).toBeFocused();
    await expect(dialog.getByText('co.uk is a public suffix')).toBeVisible();
    await expect(toast(page, 'Failed to create domain')).toContainText('public suffix');
    await look(page, 'create domain, refused');
    await dialog.getByLabel('Domain', { exact: true }).fill(name.toUpperCase());
    await expect(dialog.getByText(`It is kept as ${name}`)).toBeVisible();
    await Promise.all([
      // It is told for two seconds and a half; without motion the bar has no width to see.
      toast(page, `${name} was created`).locator('[data-countdown]').waitFor({ state: 'attached' }),
      dialog.getByRole('button', { name: 'Create domain' }).click(),
    ]);
  });

  await test.step('it opens, is answered, and names the servers for the registrar', async () => {
    await expect(page).toHaveURL(/\/dns\?domain=[a-z0-9]+$/);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('on 1 of 1 name server').first()).toBeVisible();
    await expectAnswer(`www.${name}`, 'A', ['192.0.2.80', `${name}.`]);
    await page.getByRole('button', { name: 'Copy all name servers' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split('\n')).toEqual([expect.stringMatching(/^ns1\./), expect.stringMatching(/^ns2\./)]);
    await look(page, 'new domain');
  });

  await test.step('the list, the search and the DNS page by itself lead to it', async () => {
    await page.getByRole('link', { name: 'Domains' }).first().click();
    await expect(rowOf(page, name)).toContainText('Live');
    await expect(rowOf(page, name)).toContainText('2');
    await look(page, 'domains');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill(name.slice(0, 6));
    await page.getByRole('group', { name: 'SimpleDNS' }).getByRole('option').filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goto(`/${own.serviceId}/dns?tab=soa`);
    await expect(page).toHaveURL(/domain=/);
    await expect(page.getByRole('tab', { name: 'SOA' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
});

test('a domain in letters of its own is shown in them and found by them, beside the name that is kept', async ({
  page,
  api,
}) => {
  const name = `münch${randomBytes(4).toString('hex')}.example`;
  const domain = await createDomain(api, name);
  await page.goto(domain.page);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(/^xn--mnch/)).toBeVisible();
  await page.getByRole('button', { name: 'Switch domain' }).click();
  await page.getByLabel('Find a domain').fill(name.slice(1, 9));
  await expect(page.getByRole('option', { name })).toContainText('xn--mnch');
  await page.goto(`/${api.serviceId}/domains?searchTerm=${encodeURIComponent(name.slice(1))}`);
  await expect(page.getByRole('link', { name })).toBeVisible();
  await look(page, 'domains in letters of their own');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill(name.toUpperCase());
  const found = page.getByRole('group', { name: 'SimpleDNS' }).getByRole('option').filter({ hasText: name });
  await expect(found).toContainText('0 records · our name servers are not in use yet · xn--mnch');
});

test('a zone file that is dropped becomes a domain with its records', async ({ page, api }) => {
  const name = newName();
  await page.goto(`/${api.serviceId}/domains?create=1`);
  const dialog = page.getByRole('dialog', { name: 'Create a domain' });
  await dialog.getByLabel('Domain', { exact: true }).fill(name);
  await dialog.getByLabel('A zone file').check();
  const buffer = Buffer.from(
    `$TTL 600\n@ IN SOA ns.before.example. dns 1 7200 900 604800 300\n@ IN NS ns.before.example.\n@ IN A 192.0.2.7\nwww IN CNAME @\n`,
  );
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: 'old-provider.zone', mimeType: 'text/plain', buffer });
  await expect(dialog.getByText('old-provider.zone')).toBeVisible();
  await look(page, 'create domain from a file');
  await dialog.getByRole('button', { name: 'Create domain' }).click();
  const told = page.getByRole('dialog', { name: `${name} was created` });
  await expect(told.getByText('Imported: 2 added, 1 changed, 1 skipped.')).toBeVisible();
  await expect(told.getByRole('row', { name: /^3 Skipped/ })).toContainText(
    'name servers of the domain itself are ours',
  );
  await expect(told.getByRole('row', { name: /^2 Changed @ 600 SOA/ })).toContainText(`mailbox dns@${name} instead of`);
  await look(page, 'domain from a file, what was skipped');
  await told.getByRole('button', { name: 'Open the domain' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectAnswer(name, 'A', ['192.0.2.7']);
});

test('a domain is disabled, enabled, preferred, deleted and restored, and name servers follow each time', async ({
  page,
  api,
}) => {
  const name = newName();
  const domain = await createDomain(api, name, [{ host: '@', type: 'A', record: '192.0.2.1' }]);
  await expectAnswer(name, 'A', ['192.0.2.1']);
  const actions = page.getByRole('button', { name: `Actions for ${name}` });
  await page.goto(`/${api.serviceId}/domains?searchTerm=${name}`);

  await test.step('disabled: not answered, and open with a warning', async () => {
    await actions.click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable domain' }).click();
    await expect(toast(page, `${name} was disabled`)).toBeVisible();
    await expect(rowOf(page, name)).toContainText('Disabled');
    await expectAnswer(name, 'A', []);
    await page.goto(domain.page);
    await expect(toast(page, `${name} is disabled`)).toBeVisible();
    await expect(page.getByText('This domain is disabled: our name servers do not answer for it.')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Records' })).toBeVisible();
    await look(page, 'domain disabled');
  });

  await test.step('enabled and preferred from its settings', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Enable domain' }).click();
    await expect(toast(page, `${name} was enabled`)).toBeVisible();
    await expectAnswer(name, 'A', ['192.0.2.1']);
    await page.getByRole('button', { name: 'Set as preferred' }).click();
    await expect(page.getByText("It is the one that the service's DNS page opens by itself.")).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set as preferred' })).toHaveCount(0);
    await look(page, 'domain settings');
  });

  await test.step('deleted: listed apart, and its page leads away with a hint', async () => {
    await page.getByRole('button', { name: 'Delete domain' }).click();
    await look(page, 'delete domain');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete domain' }).click();
    await expect(page).toHaveURL(`/${api.serviceId}/domains`);
    await expect(toast(page, 'It can be restored for 30 days.')).toBeVisible();
    await expectAnswer(name, 'A', []);
    const ledAwayAfterMs = await watchLeading(page);
    await page.goto(domain.page);
    const warning = toast(page, `${name} is deleted`);
    await expect(warning).toContainText('Restore it from the list of deleted domains');
    await page.waitForURL(`/${api.serviceId}/error/forbidden?redirect=*`);
    expect(await ledAwayAfterMs()).toBeGreaterThan(1000);
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(`/${api.serviceId}/domains`);
    await expect(page.getByText('You can restore it within 30 days')).toBeVisible();
    await look(page, 'deleted domain, forbidden');
    await page.getByRole('button', { name: 'Go to your domains' }).click();
    await expect(page).toHaveURL(`/${api.serviceId}/domains`);
  });

  await test.step('restored: answered again with the records it had', async () => {
    await page.getByLabel('Which domains').getByText('Deleted').click();
    await expect(rowOf(page, name)).toContainText('ago');
    await look(page, 'deleted domains');
    await page.getByRole('button', { name: `Restore ${name}` }).click();
    await expect(toast(page, `${name} was restored`)).toBeVisible();
    await expect(rowOf(page, name)).toHaveCount(0);
    await expectAnswer(name, 'A', ['192.0.2.1']);
  });
});

test('a domain that is not there leads to the dashboard after two seconds; an address that is none says so', async ({
  page,
  api,
  watch,
}) => {
  const ledAwayAfterMs = await watchLeading(page);
  await page.goto(`/${api.serviceId}/dns?domain=notthere123`);
  await expect(toast(page, 'Domain not found')).toBeVisible();
  await page.waitForURL(`/${api.serviceId}/dashboard`);
  expect(await ledAwayAfterMs()).toBeGreaterThan(1000);

  await page.goto(`/${api.serviceId}/dns?domain=%3Cscript%3E`);
  const words = 'Invalid domain or service identifier provided. Please refresh the page and try again.';
  // The screen says the same in the place of the domain: the toast is what can be dismissed.
  await expect(toast(page, words).getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await expect(page.getByRole('main').getByText(words)).toBeVisible();
  await look(page, 'domain address that is none');

  const other = await createDomain(api, newName());
  const path = `**/api/v1${other.path}`;
  watch.expect(/ERR_FAILED/);
  await page.route(path, (route) => route.abort());
  await page.goto(other.page);
  const failed = 'Failed to load domain information. Please check your connection and try again.';
  await expect(toast(page, failed).getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await page.unroute(path);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('tab', { name: 'Records' })).toBeVisible();
});

test('another domain is chosen without a mouse, and the tab stays', async ({ page, api }) => {
  const first = await createDomain(api, newName());
  const name = newName();
  await createDomain(api, name);
  await page.goto(`${first.page}&tab=security`);
  await page.getByRole('button', { name: 'Switch domain' }).press('Enter');
  const field = page.getByLabel('Find a domain');
  await expect(field).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'DNSSEC' })).toHaveAttribute('aria-selected', 'true');
});

test.describe('someone who may look at domains but not change them', () => {
  test.use({ account: 'viewer' });

  test('sees everything, and finds every action disabled with the reason', async ({ page }) => {
    const reason = 'You do not have permission to do this. Ask the main account holder.';
    const owner = new Api('demo');
    const domain = await createDomain(owner, newName(), [{ type: 'MX', record: 'mail.example.com', priority: 10 }]);
    const actions = [
      [`/${owner.serviceId}/domains`, 'Create domain'],
      [`${domain.page}&tab=mail`, 'Add mail server'],
      [`${domain.page}&tab=mail`, 'Set up SPF'],
      [`${domain.page}&tab=mail`, 'Add key'],
      [`${domain.page}&tab=mail`, 'Set up DMARC'],
      [`${domain.page}&tab=security`, 'Enable DNSSEC'],
      [`${domain.page}&tab=soa`, 'Save changes'],
      [`${domain.page}&tab=settings`, 'Set as preferred'],
      [`${domain.page}&tab=settings`, 'Disable domain'],
      [`${domain.page}&tab=settings`, 'Delete domain'],
    ] as const;
    for (const [path, action] of actions) {
      await page.goto(path);
      await expectRefused(page, action, reason);
    }
    await expect(page.getByRole('button', { name: 'Check now' })).toBeEnabled();
    await look(page, 'domain settings without permission');
    const refused = await new Api('viewer').call('DELETE', domain.path);
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });
});
