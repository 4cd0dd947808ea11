import { visit, visitAndExpect } from '../stage/edge.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { Origin } from '../stage/origin.ts';
import { toast, zonesPath } from '../stage/screens.ts';

test.use({ account: 'shop' });

test('a changed origin is what the edges fetch from within seconds', async ({ page, api, origin }) => {
  const zone = await api.createZone('Moving house', origin.url);
  const newHome = await Origin.open('from the new origin');
  await page.goto(`${zonesPath(api.serviceId)}/${zone.zoneId}?tab=origin`);
  await page.getByLabel('Origin', { exact: true }).fill(newHome.url);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Saved.')).toBeVisible();
  await expect.poll(async () => (await visit(zone.hostname, '/hello')).body).toContain('from the new origin');
  await newHome.close();
});

test('what is typed while a zone is being saved stands, and is saved next', async ({ page, api, origin }) => {
  const zone = await api.createZone('Typed before', origin.url);
  const answered = Promise.withResolvers<void>();
  await page.route(`**/api/v1${api.zones}/${zone.zoneId}`, async (route) => {
    if (route.request().method() === 'PATCH') await answered.promise;
    await route.continue();
  });
  await page.goto(`${zonesPath(api.serviceId)}/${zone.zoneId}?tab=origin`);
  await page.getByLabel('Zone name').fill('Saved first');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByLabel('Zone name').fill('Typed meanwhile');
  answered.resolve();
  await expect(toast(page, 'Saved.')).toBeVisible();
  await expect(page.getByLabel('Zone name')).toHaveValue('Typed meanwhile');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(async () => (await api.readZone(zone.zoneId)).name).toBe('Typed meanwhile');
});

test('an edge time holds against what the origin says', async ({ page, api, origin }) => {
  origin.answers('/news', { headers: { 'cache-control': 'no-store' } });
  const zone = await api.createZone('Edge time', origin.url);
  await visitAndExpect(zone.hostname, '/news', 200, 'MISS');
  const second = await visit(zone.hostname, '/news');
  expect(second.cache).not.toBe('HIT');
  await page.goto(`${zonesPath(api.serviceId)}/${zone.zoneId}?tab=origin`);
  await page.getByLabel('A fixed time, whatever the origin says').check();
  await page.getByLabel('Seconds at the edge').fill('300');
  await look(page, 'origin and caching');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Saved.')).toBeVisible();
  await expect.poll(async () => (await visit(zone.hostname, '/news')).cache).toBe('HIT');
});

test('an origin that does not resolve is refused beside its field, and what was typed stays', async ({
  page,
  api,
  origin,
}) => {
  const zone = await api.createZone('Wrong origin', origin.url);
  await page.goto(`${zonesPath(api.serviceId)}/${zone.zoneId}?tab=origin`);
  await page.getByLabel('Zone name').fill('Right name');
  await page.getByLabel('Origin', { exact: true }).fill('https://does-not-exist.invalid');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The name does-not-exist.invalid does not resolve to an address.')).toBeVisible();
  await expect(page.getByLabel('Origin', { exact: true })).toHaveValue('https://does-not-exist.invalid');
  await expect(page.getByLabel('Zone name')).toHaveValue('Right name');
  await look(page, 'origin refused');
  expect(await api.readZone(zone.zoneId)).toMatchObject({ name: 'Wrong origin', origin: origin.url });
  await page.getByLabel('Origin', { exact: true }).fill('ftp://example.com');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('it must start with http:// or https://')).toBeVisible();
});

test('an alias that is taken or no label is refused beside its field, and what was typed stays', async ({
  page,
  api,
  origin,
}) => {
  const taken = await api.createZone('Taken', origin.url);
  await page.goto(zonesPath(api.serviceId));
  await page.getByRole('button', { name: 'Create zone' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Second of its name');
  await dialog.getByLabel('Origin').fill(origin.url);
  await dialog.getByLabel('Host name').fill('-not a label-');
  await dialog.getByRole('button', { name: 'Create zone' }).click();
  await expect(dialog.getByText('Use 1 to 63 letters, digits and hyphens')).toBeVisible();
  await dialog.getByLabel('Host name').fill(taken.zone);
  await dialog.getByRole('button', { name: 'Create zone' }).click();
  await expect(dialog.getByText(`The name ${taken.zone} is taken.`)).toBeVisible();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Second of its name');
  await expect(dialog.getByLabel('Origin')).toHaveValue(origin.url);
  await look(page, 'alias taken');
});

test('a purge that cannot be done is refused with the reason, and what was typed stays', async ({
  page,
  api,
  origin,
}) => {
  const zone = await api.createZone('Refused purges', origin.url);
  await page.goto(`${zonesPath(api.serviceId)}/${zone.zoneId}?tab=purge`);
  await page.getByRole('button', { name: 'Purge files' }).click();
  const dialog = page.getByRole('dialog');
  const tooMany = Array.from({ length: 1001 }, (_, index) => `/file-${index}`).join('\n');
  const refused = [
    ['*', 'A bare * is not accepted. Use /* to purge the whole zone.'],
    ['https://www.example.com/logo.png', 'www.example.com is not a host of this zone.'],
    [tooMany, 'A purge takes at most 1,000 entries'],
  ] as const;
  for (const [entries, reason] of refused) {
    await dialog.getByLabel('Paths').fill(entries);
    await dialog.getByRole('button', { name: /^Purge/ }).click();
    await expect(dialog.getByText(reason)).toBeVisible();
    await expect(dialog.getByLabel('Paths')).toHaveValue(entries);
  }
  await look(page, 'purge refused');
  const { body } = await api.call('GET', `${api.zones}/${zone.zoneId}/purges`);
  expect(body.total).toBe(0);
});

test('a wrong field below the fold is led to, and what is not saved is not left without a question', async ({
  page,
  api,
  origin,
}) => {
  const zone = await api.createZone('Half done', origin.url);
  await page.setViewportSize({ width: 1280, height: 480 });
  await page.goto(`${zonesPath(api.serviceId)}/${zone.zoneId}?tab=origin`);
  const stale = page.getByLabel('Serve stale when the origin fails');
  await stale.fill('999999999');
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(stale).toBeFocused();
  await expect(stale).toBeInViewport();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await page.getByRole('tab', { name: 'Purge' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await expect(stale).toHaveValue('999,999,999');
  await page.getByRole('tab', { name: 'Purge' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Nothing was purged yet')).toBeVisible();
});
