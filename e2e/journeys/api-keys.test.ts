import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { readStage } from '../stage/accounts.ts';
import { Api } from '../stage/api.ts';
import { visitAndExpect } from '../stage/edge.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { enter, makeOwnAccount } from '../stage/own-account.ts';
import { rowOf, toast } from '../stage/screens.ts';

/** Runs a command as somebody does who pastes it into a terminal. */
async function paste(command: string, token = ''): Promise<{ result: string }> {
  const env = { ...process.env, HEADWATER_TOKEN: token };
  const { stdout } = await promisify(execFile)('sh', ['-c', command.replace(/^curl/, 'curl -s')], { env });
  return JSON.parse(stdout) as { result: string };
}

async function copied(page: Page, what: string, within = page.locator('body')): Promise<string> {
  await within.getByRole('button', { name: `Copy ${what}` }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a key does what it was allowed, nothing else, and nothing at all once it is revoked', async ({
  page,
  origin,
}) => {
  const own = await makeOwnAccount('Kim Keymaker');
  await enter(page, own.token, `/${own.serviceId}/account/api`);
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await look(page, 'API keys, none yet');
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  const create = dialog.getByRole('button', { name: 'Create API key' });

  await test.step('what is missing or wrong is said on its field', async () => {
    await dialog.getByLabel('Only the chosen ones').check();
    await dialog.getByLabel('Addresses').fill('127.0.0.0/8\n127.0.0.300');
    await create.click();
    await expect(dialog.getByText('Enter a name')).toBeVisible();
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
    await expect(dialog.getByText('Choose at least one permission')).toBeVisible();
    await expect(dialog.getByText('Choose at least one service')).toBeVisible();
    await expect(dialog.getByText('127.0.0.300: Enter an address or a range')).toBeVisible();
    await look(page, 'create API key, wrong fields');
  });

  await dialog.getByLabel('Name', { exact: true }).fill('Deploy <i>pipeline</i>');
  await dialog.getByLabel('Manage zones').check();
  await expect(dialog.getByLabel('View zones')).toBeChecked();
  await dialog.getByLabel('own.example').check();
  await test.step('what no such key could use cannot be chosen', async () => {
    await expect(dialog.getByLabel('View the activity log')).toHaveAttribute('aria-disabled', 'true');
    await expect(dialog.getByLabel('Manage API keys')).toHaveCount(0);
  });
  await dialog.getByLabel('Addresses').fill('127.0.0.0/8\n::1');
  await create.click();

  const made = page.getByRole('dialog', { name: 'Deploy <i>pipeline</i> was created' });
  await expect(made.getByText('Copy the token now')).toBeVisible();
  await look(page, 'API key, shown once');
  await page.keyboard.press('Escape');
  await expect(made).toBeVisible();
  const token = await copied(page, 'token');
  expect(token).toMatch(/^hwk_[\w-]{43}$/);
  expect(await paste(await copied(page, 'command'))).toMatchObject({ result: 'success', zones: [] });
  await made.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  await expect(rowOf(page, 'Deploy <i>pipeline</i>')).toContainText(token.slice(0, 8));
  await expect(rowOf(page, 'Deploy <i>pipeline</i>')).toContainText('Active');

  const key = new Api('demo', token);
  const zones = `/services/${own.serviceId}/zones/http/pull`;
  await test.step('by the key a zone is made, serves and is purged', async () => {
    const { status, body } = await key.call('POST', zones, { name: 'By key', origin: origin.url });
    expect(status, JSON.stringify(body)).toBe(201);
    const { zoneId, hostname } = body.zone as { zoneId: string; hostname: string };
    const isLive = async () =>
      ((await key.call('GET', `${zones}/${zoneId}`)).body.zone as { deployment: { state: string } }).deployment.state;
    await expect.poll(isLive, { timeout: 60_000 }).toBe('live');
    await visitAndExpect(hostname, '/a', 200, 'MISS');
    await visitAndExpect(hostname, '/a', 200, 'HIT');
    await key.purge(zoneId, ['/a'], zones);
    await visitAndExpect(hostname, '/a', 200, 'MISS');
  });

  await test.step('what is out of its reach is refused', async () => {
    for (const path of ['/services', '/api-keys', '/activity-log', '/contacts', '/account']) {
      const { status, body } = await key.call('GET', path);
      expect([path, status, body.code]).toEqual([path, 403, 'forbidden']);
    }
    const other = `/services/${readStage().signedIn.demo.serviceId}/zones/http/pull`;
    expect((await key.call('GET', other)).status).not.toBe(200);
  });

  await page.getByRole('button', { name: 'Deploy <i>pipeline</i>' }).click();
  await expect(page).toHaveURL(/\?key=/);
  await expect(page.getByRole('dialog')).toContainText('127.0.0.0/8');
  await look(page, 'API key');
  await page.getByRole('button', { name: 'Revoke key' }).click();
  const ask = page.getByRole('dialog', { name: 'Revoke Deploy <i>pipeline</i>?' });
  await look(page, 'revoke API key');
  await ask.getByRole('button', { name: 'Revoke key' }).click();
  await expect(toast(page, 'was revoked')).toBeVisible();
  expect(await key.call('GET', zones)).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
  await expect(rowOf(page, 'Deploy <i>pipeline</i>')).toContainText('Revoked');
  await look(page, 'API keys');
});

test('the reference has every call of the description, opens the one that is linked, and its commands run as they are', async ({
  page,
}) => {
  const own = await makeOwnAccount('Rita Reader');
  const { panelUrl } = readStage();
  const description = (await (await fetch(`${panelUrl}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(description.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  await enter(page, own.token, `/${own.serviceId}/account/api`);
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible();
  await expect(page.getByPlaceholder(`Search ${ids.length} calls`)).toBeVisible();
  await expect(page.locator('details')).toHaveCount(ids.length);
  const shown = await page.locator('details').evaluateAll((all) => all.map(({ id }) => id));
  expect(shown.toSorted()).toEqual(ids.toSorted());
  await look(page, 'API reference');

  await page.getByLabel('Search the calls').fill('zones post');
  await expect(page.locator('#purgeZone')).toBeVisible();
  await expect(page.locator('#listServices')).toHaveCount(0);
  await page.getByLabel('Search the calls').fill('no such thing');
  await expect(page.getByText('No call fits')).toBeVisible();

  await page.goto(`/${own.serviceId}/account/api/reference#createZone`);
  const createZone = page.locator('#createZone');
  await expect(createZone).toBeInViewport();
  await expect(createZone.getByRole('table', { name: 'Body' })).toContainText('settings.edgeTtlSeconds');
  await expect(createZone.getByRole('table', { name: 'Errors of createZone' })).toContainText('service_inactive');
  await expect(createZone).toContainText('Permission: zones.manage');
  await look(page, 'API reference, one call');

  await page.locator('#listServices').getByText('GET', { exact: true }).click();
  await expect(page).toHaveURL(/#listServices$/);
  await page.locator('#createZone').getByText('POST', { exact: true }).click();
  await expect(createZone.getByRole('table')).toHaveCount(0);
  const answer = await paste(await copied(page, 'command', page.locator('#listServices')), own.token);
  expect(answer).toMatchObject({ result: 'success', services: [{ id: own.serviceId }] });
});

test.describe('someone who may not manage keys', () => {
  test.use({ account: 'viewer' });

  test('is told so in place of the list', async ({ page, api }) => {
    await page.goto(`/${api.serviceId}/account/api`);
    await expect(page.getByText('You do not have permission to see this.')).toBeVisible();
  });
});
