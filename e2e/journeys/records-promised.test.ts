import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { readStage } from '../stage/accounts.ts';
import { createDomain } from '../stage/dns.ts';
import { expect, test } from '../stage/journey.ts';
import { operate } from '../stage/running.ts';
import { toast } from '../stage/screens.ts';

test.use({ account: 'records' });

type Promised = {
  text: string;
  /** The call that fails, by its path below the domain. */
  call: [method: string, path: string];
  act?: (page: Page) => Promise<void>;
  /** Where the text stands, if not in a toast: beside what was typed, where it can be sent once more. */
  inForm?: true;
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const choose = async (page: Page, record: string, item: string) => {
  await page.getByLabel(`More about ${record}`).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const chooseOfAll = async (page: Page, item: string) => {
  await page.getByLabel('More about these records').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const status = (record: string) => (page: Page) => page.getByRole('switch', { name: `Answer ${record}` }).click();

const promises: Promised[] = [
  { text: 'Failed to load records', call: ['GET', '/records'] },
  {
    text: 'Failed to create record',
    call: ['POST', '/records'],
    inForm: true,
    async act(page) {
      await press(page, 'Add record');
      await page.getByRole('form', { name: 'Record' }).getByLabel('IPv4 address').fill('192.0.2.9');
      await confirm(page, 'Add record');
    },
  },
  {
    text: 'Failed to update record',
    call: ['PATCH', '/records/*'],
    inForm: true,
    async act(page) {
      await page.getByLabel('Edit www A').click();
      await page.getByRole('form', { name: 'Record' }).getByLabel('IPv4 address').fill('192.0.2.9');
      await confirm(page, 'Save record');
    },
  },
  {
    text: 'Failed to delete record',
    call: ['DELETE', '/records/*'],
    inForm: true,
    async act(page) {
      await choose(page, 'www A', 'Delete');
      await confirm(page, 'Delete 1 record');
    },
  },
  {
    text: 'Failed to delete records',
    call: ['POST', '/records/delete'],
    inForm: true,
    async act(page) {
      await page.getByLabel('Select all that are listed').click();
      await page.getByRole('toolbar', { name: 'Selected records' }).getByRole('button', { name: 'Delete' }).click();
      await confirm(page, 'Delete 3 records');
    },
  },
  { text: 'Failed to disable record', call: ['PUT', '/records/status'], act: status('www A') },
  { text: 'Failed to enable record', call: ['PUT', '/records/status'], act: status('off A') },
  {
    text: 'Failed to enable proxy',
    call: ['PUT', '/records/*/proxy'],
    act: (page) => page.getByRole('switch', { name: 'Proxy of www A' }).click(),
  },
  {
    text: 'Failed to retrieve dynamic URL',
    call: ['POST', '/records/*/dynamic-url'],
    async act(page) {
      await choose(page, 'www A', 'Dynamic URL');
      await confirm(page, 'Get dynamic URL');
    },
  },
  {
    text: 'Failed to disable dynamic URL',
    call: ['DELETE', '/records/*/dynamic-url'],
    async act(page) {
      await choose(page, 'home A', 'Dynamic URL');
      await confirm(page, 'Disable dynamic URL');
    },
  },
  {
    text: 'Failed to import zone',
    call: ['POST', '/import'],
    inForm: true,
    async act(page) {
      await chooseOfAll(page, 'Import zone file');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Zone file' }).fill('new A 192.0.2.3');
      await confirm(page, 'Show what it does');
      await confirm(page, 'Import');
    },
  },
  {
    text: 'Failed to export zone',
    call: ['POST', '/export'],
    act: (page) => chooseOfAll(page, 'Export zone file'),
  },
];

type Scene = { page: Page; path: string; at: string };

/** Fails one call in place of the server: a real one does not fail when it is asked to. All else is answered by it. */
async function see({ page, path, at }: Scene, { text, call: [method, call], act, inForm }: Promised) {
  const url = new RegExp(`/api/v1${path}${call.replace('*', '[a-z0-9]+')}(\\?.*)?$`);
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
      : route.fallback(),
  );
  await page.goto(at);
  await act?.(page);
  if (inForm) await expect(page.getByRole('dialog').getByRole('alert').filter({ hasText: text })).toBeVisible();
  else await toast(page, text).getByRole('button', { name: 'Dismiss' }).click();
  await page.unroute(url);
}

test('each call about records that fails says so in the promised words', async ({ page, api }) => {
  const name = `t${randomBytes(4).toString('hex')}.example`;
  const { path, page: at } = await createDomain(api, name, [
    { host: 'www', type: 'A', record: '192.0.2.1' },
    { host: 'off', type: 'A', record: '192.0.2.2', status: 0 },
    { host: 'home', type: 'A', record: '192.0.2.3' },
  ]);
  const { records } = (await api.call('GET', `${path}/records`)).body as { records: { id: string; host: string }[] };
  const idOf = (host: string) => records.find((record) => record.host === host)?.id;
  await api.call('POST', `${path}/records/${idOf('home')}/dynamic-url`);
  const scene = { page, path, at };
  for (const promised of promises) await test.step(promised.text, () => see(scene, promised));

  await operate({ ...process.env, HEADWATER_DATA: readStage().dataFolder }, ['domain', 'confirm', '--domain', name]);
  const proxied = await api.call('PUT', `${path}/records/${idOf('www')}/proxy`, { proxy: 1 });
  expect(proxied.status, JSON.stringify(proxied.body)).toBe(200);
  const text = 'Failed to disable proxy';
  await test.step(text, () =>
    see(scene, {
      text,
      call: ['PUT', '/records/*/proxy'],
      act: () => page.getByRole('switch', { name: 'Proxy of www A' }).click(),
    }),
  );
});

test('a bulk change that cannot go on says so, and how far it came', async ({ page, api }) => {
  const name = `t${randomBytes(4).toString('hex')}.example`;
  const { path, page: at } = await createDomain(api, name, [{ host: 'www', type: 'A', record: '192.0.2.1' }]);
  await createDomain(api, `to-${name}`);
  const scene = { page, path, at };
  await see(scene, {
    text: 'Failed to update records',
    call: ['POST', '/records/ttl'],
    inForm: true,
    async act() {
      await page.getByLabel('Select all that are listed').click();
      await press(page, 'Change TTL');
      await confirm(page, 'Change TTL of 1 record');
    },
  });
  await expect(page.getByRole('dialog').getByText('Updated TTL for 0 of 1 records successfully')).toBeVisible();
  await see(scene, {
    text: 'Failed to create records',
    call: ['POST', '/records/copy'],
    inForm: true,
    async act() {
      await page.getByLabel('Select all that are listed').click();
      await press(page, 'Copy to domain');
      await page.getByRole('dialog').getByRole('combobox', { name: 'Target domain' }).fill(`to-${name}`);
      await page.getByRole('option', { name: `to-${name}` }).click();
      await confirm(page, 'Copy 1 record');
    },
  });
});
