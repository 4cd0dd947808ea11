import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Api } from '../stage/api.ts';
import { createDomain } from '../stage/dns.ts';
import { test } from '../stage/journey.ts';
import { toast } from '../stage/screens.ts';

test.use({ account: 'shop' });

type Scene = { page: Page; api: Api; domain: { id: string; path: string; page: string }; name: string };
type Promised = {
  text: string;
  /** The call that fails, by its path below the domain; below the list of domains where it begins with `..`. */
  call: [method: string, path: string];
  /** The screen, by what stands behind the domain in its address. */
  at: string;
  /** What is done there. */
  act?: (page: Page, name: string) => Promise<void>;
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Presses a button, and the one of the same name in the dialog that asks. */
const pressTwice = (name: string) => async (page: Page) => {
  await press(page, name);
  await confirm(page, name);
};

const loads: Promised[] = [
  { text: 'Failed to load domains', call: ['GET', '..'], at: 'list' },
  { text: 'Failed to load security settings', call: ['GET', '/security'], at: '&tab=security' },
  { text: 'Failed to load mail', call: ['GET', '/mail'], at: '&tab=mail' },
  { text: 'Failed to load SOA', call: ['GET', '/soa'], at: '&tab=soa' },
  ...(
    [
      ['30 days', 'last-30-days', '30d'],
      ['hourly', 'hourly', 'day'],
      ['daily', 'daily', 'month'],
      ['yearly', 'yearly', 'year'],
      ['overall', '', 'all'],
    ] as const
  ).map(
    ([word, path, span]): Promised => ({
      text: `Failed to load ${word} statistics`,
      call: ['GET', `/statistics${path && `/${path}`}`],
      at: `&tab=statistics&span=${span}`,
    }),
  ),
];

const deeds: Promised[] = [
  {
    text: 'Failed to create domain',
    call: ['POST', '..'],
    at: 'list',
    async act(page, name) {
      await page.getByRole('button', { name: 'Create domain' }).first().click();
      await page.getByRole('dialog').getByLabel('Domain', { exact: true }).fill(`sub-${name}`);
      await confirm(page, 'Create domain');
    },
  },
  {
    text: 'Failed to set preferred domain',
    call: ['PUT', '/preferred'],
    at: '&tab=settings',
    act: (page) => press(page, 'Set as preferred'),
  },
  {
    text: 'Failed to disable domain',
    call: ['PUT', '/status'],
    at: '&tab=settings',
    act: pressTwice('Disable domain'),
  },
  {
    text: 'Failed to delete domain',
    call: ['DELETE', ''],
    at: '&tab=settings',
    act: pressTwice('Delete domain'),
  },
  {
    text: 'Failed to Enable DNSSEC',
    call: ['PUT', '/security'],
    at: '&tab=security',
    act: (page) => press(page, 'Enable DNSSEC'),
  },
  {
    text: 'Failed to add mail',
    call: ['POST', '/mail'],
    at: '&tab=mail',
    async act(page) {
      await press(page, 'Add mail server');
      await page.getByRole('dialog').getByLabel('Mail server', { exact: true }).fill('mail2');
      await confirm(page, 'Add mail server');
    },
  },
  {
    text: 'Failed to update mail',
    call: ['PATCH', '/mail/*'],
    at: '&tab=mail',
    async act(page, name) {
      await press(page, `Change mail.${name}.`);
      await page.getByRole('dialog').getByLabel('Priority').fill('77');
      await confirm(page, 'Save changes');
    },
  },
  {
    text: 'Failed to delete mail',
    call: ['DELETE', '/mail/*'],
    at: '&tab=mail',
    async act(page, name) {
      await press(page, `Delete mail.${name}.`);
      await confirm(page, 'Delete mail server');
    },
  },
  {
    text: 'Failed to update SOA',
    call: ['PATCH', '/soa'],
    at: '&tab=soa',
    async act(page) {
      await page.getByLabel('Retry').fill('1234');
      await press(page, 'Save changes');
    },
  },
];

/**
 * Fails one call in place of the server, and says nothing of why. A real server does not fail when it is asked to; all
 * else in these journeys is answered by the real one.
 */
async function see({ page, domain, api, name }: Scene, { text, call: [method, path], at, act }: Promised) {
  const list = `/services/${api.serviceId}/dns/domains`;
  const url = new RegExp(`/api/v1${path === '..' ? list : domain.path + path.replace('*', '[a-z0-9]+')}(\\?.*)?$`);
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
      : route.fallback(),
  );
  await page.goto(at === 'list' ? `/${api.serviceId}/domains` : domain.page + at);
  await act?.(page, name);
  // What stands in the place of the screen may say the same: the toast is what can be dismissed.
  const dismiss = toast(page, text).getByRole('button', { name: 'Dismiss' });
  await dismiss.click();
  await page.unroute(url);
}

async function sceneOf(page: Page, api: Api): Promise<Scene> {
  const name = `t${randomBytes(4).toString('hex')}.example`;
  const domain = await createDomain(api, name, [{ type: 'MX', record: `mail.${name}`, priority: 10 }]);
  return { page, api, domain, name };
}

test('each part of a domain that cannot be loaded says so in the promised words', async ({ page, api }) => {
  const scene = await sceneOf(page, api);
  for (const promised of loads) await test.step(promised.text, () => see(scene, promised));
});

test('each deed that fails says so in the promised words', async ({ page, api }) => {
  const scene = await sceneOf(page, api);
  for (const promised of deeds) await test.step(promised.text, () => see(scene, promised));
});

test('so do those that need a domain in another state: enabling, restoring, no longer signing', async ({
  page,
  api,
}) => {
  const scene = await sceneOf(page, api);
  const { path } = scene.domain;
  await api.call('PUT', `${path}/security`, { status: 1 });
  await see(scene, {
    text: 'Failed to Disable DNSSEC',
    call: ['PUT', '/security'],
    at: '&tab=security',
    act: pressTwice('Disable DNSSEC'),
  });
  await api.call('PUT', `${path}/status`, { status: 0 });
  await see(scene, {
    text: 'Failed to enable domain',
    call: ['PUT', '/status'],
    at: '&tab=settings',
    act: (shown) => press(shown, 'Enable domain'),
  });
  await api.call('DELETE', path);
  await see(scene, {
    text: 'Failed to restore domain',
    call: ['POST', '/restore'],
    at: 'list',
    async act(shown, name) {
      await shown.getByLabel('Which domains').getByText('Deleted').click();
      await press(shown, `Restore ${name}`);
    },
  });
});
