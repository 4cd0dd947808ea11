import type { Page } from '@playwright/test';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { rowOf, zonesPath } from '../stage/screens.ts';

test.use({ account: 'lists' });

const names = (page: Page) =>
  page.getByRole('table', { name: 'Zones' }).locator('tbody tr td:first-child').allInnerTexts();

test('search, order and page of a long list stand in the address: reload and back keep them', async ({
  page,
  api,
  origin,
}) => {
  await page.goto(zonesPath(api.serviceId));
  await expect(page.getByText('No zones yet')).toBeVisible();
  await look(page, 'zones, none yet');
  const numbers = Array.from({ length: 25 }, (_, index) => String(index + 1).padStart(2, '0'));
  for (const number of numbers) {
    const { status } = await api.call('POST', api.zones, { name: `Zone ${number}`, origin: origin.url });
    expect(status).toBe(201);
  }
  await page.goto(zonesPath(api.serviceId));
  await expect(page.getByText('1–20 of 25 zones')).toBeVisible();
  await expect(rowOf(page, 'Zone 01')).toContainText('Live');
  await look(page, 'zones');

  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText('21–25 of 25 zones')).toBeVisible();
  await expect.poll(() => names(page)).toEqual(['Zone 21', 'Zone 22', 'Zone 23', 'Zone 24', 'Zone 25']);
  await page.reload();
  await expect(page.getByText('21–25 of 25 zones')).toBeVisible();

  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(/order=desc/);
  await expect.poll(async () => (await names(page))[0]).toBe('Zone 25');
  await page.goBack();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(async () => (await names(page))[0]).toBe('Zone 21');

  await page.getByLabel('Search zones').fill('zone 1');
  await expect(page).toHaveURL(/search=zone/);
  await expect(page.getByText('10 zones')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Search zones')).toHaveValue('zone 1');
  await expect(page.getByText('10 zones')).toBeVisible();

  await page.getByRole('link', { name: 'Zone 12' }).click();
  await page.getByRole('tab', { name: 'Origin and caching' }).click();
  await expect(page).toHaveURL(/tab=origin/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Origin and caching' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByLabel('Search zones')).toHaveValue('zone 1');
});
