import { readStage } from '../stage/accounts.ts';
import { createDomain, expectAnswer } from '../stage/dns.ts';
import { visit } from '../stage/edge.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { Origin } from '../stage/origin.ts';
import { operate } from '../stage/running.ts';
import { rowOf, toast } from '../stage/screens.ts';

test.use({ account: 'records' });

/** Where `HEADWATER_EDGE_ADDRESSES` of the stage says that edges are. */
const edgeAddress = '127.0.0.1';

const confirm = (domain: string) =>
  operate({ ...process.env, HEADWATER_DATA: readStage().dataFolder }, ['domain', 'confirm', '--domain', domain]);

test('a host behind the edges is answered with their address and served by them, and comes back from behind them', async ({
  page,
  api,
}) => {
  const ownAddress = '127.0.0.80';
  // Content of a proxied host is fetched at the port of the web, where not everybody may listen.
  const origin = await Origin.open('from behind the edges', ownAddress, 80).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') return null;
    throw error;
  });
  const name = 'proxied.example';
  const host = `www.${name}`;
  const { page: path } = await createDomain(api, name, [{ host: 'www', type: 'A', record: ownAddress }]);
  await confirm(name);
  await expectAnswer(host, 'A', [ownAddress]);
  expect((await visit(host, '/hello')).status).toBe(404);
  await page.goto(path);
  const proxy = page.getByRole('switch', { name: 'Proxy of www A' });

  await test.step('on: name servers answer with the edge, which fetches once and keeps it', async () => {
    await proxy.click();
    await expect(proxy).toHaveAttribute('aria-checked', 'true');
    await expectAnswer(host, 'A', [edgeAddress]);
    if (origin) {
      await expect.poll(async () => (await visit(host, '/hello')).body).toBe('/hello from behind the edges\n');
      await expect.poll(async () => (await visit(host, '/hello')).cache).toBe('HIT');
      expect(origin.asked('/hello')).toBe(1);
    } else {
      // The edge knows the host by now, and finds nobody at its address.
      await expect.poll(async () => (await visit(host, '/hello')).status).toBe(502);
    }
    await expect(rowOf(page, 'www')).toContainText(ownAddress);
    await look(page, 'proxied host');
  });

  await test.step('what comes to the host is behind the edges as well', async () => {
    await page.getByRole('button', { name: 'Add record' }).click();
    const form = page.getByRole('form', { name: 'Record' });
    await form.getByLabel('Name', { exact: true }).fill('www');
    await form.getByLabel('IPv4 address').fill('127.0.0.81');
    await form.getByRole('button', { name: 'Add record' }).click();
    await expect(page.getByRole('switch', { name: 'Proxy of www A' })).toHaveCount(2);
    for (const one of await page.getByRole('switch', { name: 'Proxy of www A' }).all())
      await expect(one).toHaveAttribute('aria-checked', 'true');
    await expectAnswer(host, 'A', [edgeAddress]);
  });

  await test.step('off: name servers answer with its own addresses, and the edge knows it no more', async () => {
    await proxy.first().click();
    await expect(proxy.first()).toHaveAttribute('aria-checked', 'false');
    await expectAnswer(host, 'A', [ownAddress, '127.0.0.81']);
    await expect.poll(async () => (await visit(host, '/hello')).status).toBe(404);
  });
  await origin?.close();
});

test('a proxy that would lead edges to themselves or to nothing is refused with the reason', async ({ page, api }) => {
  const name = 'loop.example';
  const { page: path } = await createDomain(api, name, [
    { host: 'self', type: 'A', record: edgeAddress },
    { host: 'gone', type: 'CNAME', record: 'not-there.invalid' },
  ]);
  await confirm(name);
  await page.goto(path);
  const refused = [
    ['self A', '127.0.0.1 is an edge itself'],
    ['gone CNAME', 'The name not-there.invalid does not resolve to an address.'],
  ] as const;
  for (const [record, reason] of refused) {
    const proxy = page.getByRole('switch', { name: `Proxy of ${record}` });
    await proxy.click();
    await expect(toast(page, reason)).toContainText('Failed to enable proxy');
    await expect(proxy).toHaveAttribute('aria-checked', 'false');
  }
});

test('a service that the server does not know is told as such', async ({ page }) => {
  const unknown = 987_654_321;
  await page.route('**/api/v1/services', async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as { services: { id: number }[] };
    await route.fulfill({ response: reply, json: { ...body, services: [{ ...body.services[0], id: unknown }] } });
  });
  await page.goto(`/${unknown}/dns`);
  const words = 'Invalid service identifier. Please contact support if this issue persists.';
  await expect(toast(page, words).getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await expect(page.getByRole('main').getByText(words)).toBeVisible();
  await look(page, 'DNS of an unknown service');
  // What is still on its way when the journey ends is nobody's.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
