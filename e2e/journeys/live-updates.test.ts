import type { BrowserContext, Request } from '@playwright/test';
import { expect, test } from '../stage/journey.ts';
import { enter, makeOwnAccount } from '../stage/own-account.ts';
import { rowOf, zonesPath } from '../stage/screens.ts';

test.use({ account: 'shop' });

/** The event streams that a browser holds open, all its tabs together. */
function countStreams(context: BrowserContext): Set<Request> {
  const open = new Set<Request>();
  const isStream = (request: Request) => request.url().endsWith('/api/v1/events');
  context.on('request', (request) => isStream(request) && open.add(request));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return open;
}

test('what changes elsewhere shows in every tab without a reload, over one event stream', async ({
  page,
  context,
  api,
  origin,
}) => {
  const streams = countStreams(context);
  const zone = await api.createZone('Watched', origin.url);
  const second = await context.newPage();
  await page.goto(zonesPath(api.serviceId));
  // Whoever comes first holds the stream; the other one waits for its turn.
  await expect.poll(() => streams.size).toBe(1);
  await second.goto(`${zonesPath(api.serviceId)}/${zone.zoneId}`);
  await expect(rowOf(page, 'Watched')).toBeVisible();
  await expect(second.getByRole('heading', { name: 'Watched' })).toBeVisible();
  await expect.poll(() => streams.size).toBe(1);

  await test.step('a change by the API reaches the list and the zone page', async () => {
    await api.call('PATCH', `${api.zones}/${zone.zoneId}`, { name: 'Renamed elsewhere' });
    await expect(rowOf(page, 'Renamed elsewhere')).toBeVisible();
    await expect(second.getByRole('heading', { name: 'Renamed elsewhere' })).toBeVisible();
  });

  await test.step('a zone created by the API appears in the list', async () => {
    await api.createZone('Born elsewhere', origin.url);
    await expect(rowOf(page, 'Born elsewhere')).toContainText('Live');
  });

  await test.step('a change in one tab reaches the other', async () => {
    await second.getByRole('tab', { name: 'Danger zone' }).click();
    await second.getByRole('button', { name: 'Disable zone' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Disable zone' }).click();
    await expect(rowOf(page, 'Renamed elsewhere')).toContainText('Disabled');
    await expect.poll(() => streams.size).toBe(1);
  });

  await test.step('the tab that is left takes over, and hears what happened in between', async () => {
    let connect = () => {};
    const held = new Promise<void>((resolve) => {
      connect = resolve;
    });
    await context.route('**/api/v1/events', async (route) => {
      await held;
      await route.continue();
    });
    const taking = second.waitForRequest('**/api/v1/events');
    await page.close();
    expect((await taking).headers()['last-event-id']).toMatch(/^\w{8}-\d+$/);
    await api.call('PATCH', `${api.zones}/${zone.zoneId}`, { name: 'Renamed in between' });
    connect();
    await expect(second.getByRole('heading', { name: 'Renamed in between' })).toBeVisible();
    // A closed tab no longer reports that its request ended.
    expect([...streams].filter((request) => request.frame().page() === second)).toHaveLength(1);
    await api.call('PATCH', `${api.zones}/${zone.zoneId}`, { name: 'Renamed once more' });
    await expect(second.getByRole('heading', { name: 'Renamed once more' })).toBeVisible();
  });
});

test('what changes before a page has its event stream shows once it has it', async ({ page }) => {
  // An account of its own, to which nothing else happens that would have the page ask again.
  const own = await makeOwnAccount('Vera Early');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/events', async (route) => {
    await held.promise;
    await route.continue();
  });
  await enter(page, own.token, '/home');
  await expect(page.getByRole('heading', { name: 'Welcome, Vera Early' })).toBeVisible();
  expect((await own.api.call('PATCH', '/account', { fullname: 'Vera Late' })).status).toBe(200);
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Welcome, Vera Late' })).toBeVisible();
});
