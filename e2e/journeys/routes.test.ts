import type { Page } from '@playwright/test';
import { expect, test } from '../stage/journey.ts';

test.use({ account: 'demo' });

/** The screens of the account and of the platform, by the heading that says which one it is. */
const screensOf = (serviceId: number): [string, string | RegExp][] => [
  ['/home', /^Welcome/],
  ['/home/my-details', 'Account details'],
  ['/home/contacts', 'Contacts'],
  ['/home/my-emails', 'Email history'],
  ['/home/ip-ranges', 'IP ranges'],
  ['/home/service-status', /^Service Status/],
  ['/home/my-services', 'My services'],
  [`/home/my-services/${serviceId}`, 'riverside.example'],
  [`/home/my-services/${serviceId}/service-cancellation`, 'Cancel service'],
  [`/${serviceId}`, 'riverside.example'],
  [`/${serviceId}/dashboard`, 'riverside.example'],
  [`/${serviceId}/zones/http/pull`, 'HTTP pull zones'],
  [`/${serviceId}/domains`, 'Domains'],
  [`/${serviceId}/dns`, 'riverside.example'],
  [`/${serviceId}/account/api`, 'API keys'],
  [`/${serviceId}/account/api/reference`, 'API reference'],
  [`/${serviceId}/account/activity-log`, 'Activity log'],
  ['/error', /./],
];

async function expectScreen(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(path);
}

test('every screen of the account and the platform opens by its address, and stands where it was after a reload and on the way back', async ({
  page,
  api,
}) => {
  const screens = screensOf(api.serviceId);
  for (const [path, heading] of screens) {
    await page.goto(path);
    await expectScreen(page, path, heading);
    await page.reload();
    await expectScreen(page, path, heading);
  }
  for (const [path, heading] of screens.toReversed().slice(1)) {
    await page.goBack();
    await expectScreen(page, path, heading);
  }
});

test('those that nobody is signed in for open without a token', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  for (const path of [
    '/',
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
    '/invitation',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
    await expect(page.getByRole('banner')).toHaveCount(0);
  }
  await context.close();
});
