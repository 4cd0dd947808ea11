import { visitAndExpect } from '../stage/edge.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { expectPurged, purgeByHand, signInByHand, toast } from '../stage/screens.ts';

test('a customer signs in, creates a pull zone, and the edge serves, keeps and drops its files', async ({
  page,
  origin,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await look(page, 'sign in');
  await signInByHand(page, 'demo');
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { name: 'Welcome, Dana Demo' })).toBeVisible();
  await look(page, 'home');

  await page.getByRole('link', { name: 'riverside.example', exact: true }).click();
  await expect(page).toHaveURL(/\/\d+(\/dashboard)?$/);
  await expect(page.getByRole('heading', { name: 'riverside.example' })).toBeVisible();
  await page.getByRole('complementary', { name: 'Side panel' }).getByRole('link', { name: 'HTTP pull' }).click();
  await expect(page.getByRole('link', { name: 'Riverside site' })).toBeVisible();

  await page.getByRole('button', { name: 'Create zone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an HTTP pull zone' });
  await dialog.getByLabel('Name', { exact: true }).fill('First light');
  await dialog.getByLabel('Origin').fill(origin.url);
  await expect(dialog.getByLabel('Host name')).toHaveAttribute('placeholder', 'first-light');
  await look(page, 'create zone');
  await dialog.getByRole('button', { name: 'Create zone' }).click();

  await expect(page).toHaveURL(/\/zones\/http\/pull\/[a-z0-9]+$/);
  await expect(page.getByRole('heading', { name: 'First light' })).toBeVisible();
  await expect(page.getByText(/on 1 of 1 edge · [\d.]+ m?s/).first()).toBeVisible();
  await expect(page.getByRole('main').getByText('Live', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Copy host name' }).first().click();
  const hostname = await page.evaluate(() => navigator.clipboard.readText());
  expect(hostname).toMatch(/^first-light\./);

  await test.step('the first answer is a miss, the second a hit', async () => {
    await visitAndExpect(hostname, '/a.css', 200, 'MISS');
    await visitAndExpect(hostname, '/a.css', 200, 'HIT');
    expect(origin.asked('/a.css')).toBe(1);
  });
  await look(page, 'zone overview');

  await page.getByRole('tab', { name: 'Purge' }).click();
  await expect(page.getByText('Nothing was purged yet')).toBeVisible();
  await look(page, 'purge, nothing yet');

  await test.step('one purged file is fetched again, its neighbours are not', async () => {
    await visitAndExpect(hostname, '/b.css', 200, 'MISS');
    // It is told for two seconds.
    await Promise.all([toast(page, 'The edges drop it now').waitFor(), purgeByHand(page, '/a.css')]);
    await expectPurged(page, '/a.css');
    await visitAndExpect(hostname, '/a.css', 200, 'MISS');
    await visitAndExpect(hostname, '/b.css', 200, 'HIT');
    expect(origin.asked('/a.css')).toBe(2);
  });

  await test.step('a wildcard drops all that begins so, and nothing else', async () => {
    for (const path of ['/images/1.png', '/images/deep/2.png']) await visitAndExpect(hostname, path, 200, 'MISS');
    await purgeByHand(page, `http://${hostname}/images/*`);
    await expectPurged(page, '/images/*');
    for (const path of ['/images/1.png', '/images/deep/2.png']) await visitAndExpect(hostname, path, 200, 'MISS');
    await visitAndExpect(hostname, '/b.css', 200, 'HIT');
  });

  await test.step('the whole zone is dropped after it was asked whether that is meant', async () => {
    await page.getByRole('button', { name: 'Purge files' }).click();
    const purge = page.getByRole('dialog', { name: 'Purge First light' });
    await purge.getByText('Whole zone', { exact: true }).click();
    await expect(purge.getByText('your origin answers every request')).toBeVisible();
    await look(page, 'purge whole zone');
    await purge.getByRole('button', { name: 'Purge whole zone' }).click();
    await expectPurged(page, 'Whole zone');
    for (const path of ['/a.css', '/b.css', '/images/1.png']) await visitAndExpect(hostname, path, 200, 'MISS');
  });

  await test.step('the history tells what was purged, by whom, and what each edge did', async () => {
    const history = page.getByRole('table', { name: 'Purges' });
    await expect(history.locator('tbody tr')).toHaveCount(3);
    await expect(history.locator('tbody tr').nth(2)).toContainText('Dana Demo');
    await look(page, 'purge history');
    await history.getByRole('button', { name: '/a.css' }).click();
    const details = page.getByRole('dialog', { name: 'Purge' });
    await expect(details.getByRole('table', { name: 'Edges' }).locator('tbody tr')).toHaveCount(1);
    await expect(details.getByRole('table', { name: 'Edges' })).toContainText(/Done.*\d+ m?s/);
    await look(page, 'purge details');
  });
});

test('the same works without the panel, by the API', async ({ api, origin }) => {
  const zone = await api.createZone('By API', origin.url);
  expect(zone).toMatchObject({ mode: 'http', type: 'pull', status: 0, deployment: { nodes: 1, appliedNodes: 1 } });
  expect(zone.deployment.latencyMs).toBeGreaterThanOrEqual(0);
  await visitAndExpect(zone.hostname, '/page', 200, 'MISS');
  await visitAndExpect(zone.hostname, '/page', 200, 'HIT');
  await api.purge(zone.zoneId, ['/page']);
  await visitAndExpect(zone.hostname, '/page', 200, 'MISS');
  expect(origin.asked('/page')).toBe(2);
});
