import type { Page } from '@playwright/test';
import { visit } from '../stage/edge.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { figureOf, rowOf, zonesPath } from '../stage/screens.ts';

test.use({ account: 'figures' });

// Nobody else uses this account, so its figures are exactly what this journey asks for.
const visits = { '/film.mp4': 6, '/page.html': 3, '/missing': 4 };
const requests = 13;
const hits = 7;

/** The sum of a column of the chart's table view: an hour may end while the journey runs. */
async function sumOfColumn(page: Page, head: string): Promise<number> {
  const table = page.getByRole('region', { name: 'Requests over time' });
  const column = (await table.getByRole('columnheader').allInnerTexts()).indexOf(head) + 1;
  const texts = await table.locator(`tbody td:nth-child(${column})`).allInnerTexts();
  return texts.reduce((sum, text) => sum + Number(text), 0);
}

test('every figure is what visitors really asked for', async ({ page, api, origin }) => {
  origin.answers('/missing', { status: 404, headers: { 'cache-control': 'no-store' } });
  const zone = await api.createZone('Counted', origin.url);
  let bytes = 0;
  for (const [path, times] of Object.entries(visits)) {
    for (let count = 0; count < times; count += 1) bytes += (await visit(zone.hostname, path)).body.length;
  }
  expect(bytes).toBeGreaterThan(0);

  await page.goto(`${zonesPath(api.serviceId)}/${zone.zoneId}`);
  // The page brings itself up to date when the edges have reported.
  await expect(figureOf(page, 'Requests')).toHaveText(String(requests), { timeout: 120_000 });
  await expect(figureOf(page, 'Hit ratio')).toHaveText('53.8 %');
  await expect(page.getByText(`${hits} from the edge`)).toBeVisible();
  await expect(page.getByText('30.8 % client errors (4xx)')).toBeVisible();
  const paths = page.getByRole('table', { name: 'Top paths' });
  for (const [path, times] of Object.entries(visits)) {
    await expect(paths.getByRole('row').filter({ hasText: path }).getByRole('cell').nth(1)).toHaveText(String(times));
  }
  await expect(page.getByRole('table', { name: 'Countries' }).getByRole('row').nth(1)).toContainText(String(requests));
  await look(page, 'zone with traffic');

  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect.poll(() => sumOfColumn(page, 'From the edge')).toBe(hits);
  await expect.poll(() => sumOfColumn(page, 'From your origin')).toBe(requests - hits);
  await look(page, 'traffic as table');

  await page.getByText('1 hour', { exact: true }).click();
  await expect(page).toHaveURL(/range=1h/);
  await expect(figureOf(page, 'Requests')).toHaveText(String(requests));

  await page.goto(`/${api.serviceId}/dashboard`);
  await expect(figureOf(page, 'Requests')).toHaveText(String(requests));
  await expect(figureOf(page, 'Hit ratio')).toHaveText('53.8 %');
  await expect(rowOf(page, 'Counted')).toContainText('53.8 %');
  await look(page, 'dashboard');
});
