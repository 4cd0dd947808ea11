import { readStage } from '../stage/accounts.ts';
import { Api } from '../stage/api.ts';
import { expect, test } from '../stage/journey.ts';
import { look, lookAsItIs } from '../stage/look.ts';
import { signInByHand, stored, zonesPath } from '../stage/screens.ts';

test.describe('a visitor without a token', () => {
  const guarded = ['/home', '/1001/dashboard', '/1001/zones/http/pull', '/plan-selection'];
  for (const path of guarded) {
    test(`is led from ${path} to /`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    });
  }

  test('comes to the linked screen after signing in, and stays there when the page is loaded again', async ({
    page,
  }) => {
    const { serviceId } = readStage().signedIn.shop;
    const link = `${zonesPath(serviceId ?? 0)}?search=something&sort=created`;
    await page.goto(link);
    await expect(page).toHaveURL('/');
    await signInByHand(page, 'shop');
    await expect(page).toHaveURL(link);
    await page.reload();
    await expect(page).toHaveURL(link);
    await expect(page.getByText('No zone matches')).toBeVisible();
    await look(page, 'no zone matches');
  });

  for (const segment of ['abc', '0', '-5', '1.5', '01', '99999999999999999999']) {
    test(`is led to /error by a first segment that is no service: ${segment}`, async ({ page }) => {
      await page.goto(`/${segment}/dashboard`);
      await expect(page).toHaveURL('/error');
    });
  }
});

test.describe('a customer who is signed in', () => {
  test.use({ account: 'demo' });

  for (const path of ['/999999/dashboard', '/no-such-page', '/1001/no-such-page', '/home/no-such-page']) {
    test(`is led from ${path} to /error`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL('/error');
      await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    });
  }

  test("is told that another customer's zone does not exist, and another customer's service leads to /error", async ({
    page,
    api,
    origin,
  }) => {
    const { serviceId } = readStage().signedIn.other;
    const stranger = await new Api('other').createZone('Hidden', origin.url);
    await page.goto(`${zonesPath(api.serviceId)}/${stranger.zoneId}`);
    await expect(page.getByText('This zone does not exist')).toBeVisible();
    await look(page, 'zone does not exist');
    expect((await api.call('GET', `${api.zones}/${stranger.zoneId}`)).status).toBe(404);
    expect((await api.call('DELETE', `/services/${serviceId}/zones/http/pull/${stranger.zoneId}`)).status).toBe(404);
    await page.goto(`${zonesPath(serviceId ?? 0)}/${stranger.zoneId}`);
    await expect(page).toHaveURL('/error');
    await look(page, 'error');
  });

  test('is refused in words by a service that is not active', async ({ page, api }) => {
    const { body } = await api.call('GET', '/services');
    const services = body.services as { id: number; domainstatus: string }[];
    const suspended = services.find(({ domainstatus }) => domainstatus === 'Suspended');
    await page.goto(`/${suspended?.id}/dashboard`);
    await expect(page).toHaveURL(`/${suspended?.id}/error/forbidden`);
    await expect(page.getByText('Only active services can be opened.')).toBeVisible();
    await look(page, 'forbidden');
  });

  test('may pick active services only, and never sees a terminated one', async ({ page, api }) => {
    await page.goto(`/${api.serviceId}/dashboard`);
    await page.getByRole('button', { name: 'Service: riverside.example' }).click();
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: /live\.riverside\.example/ })).toBeDisabled();
    await expect(menu.getByRole('menuitem', { name: /archive\.riverside\.example/ })).toBeDisabled();
    await expect(menu.getByText('old.riverside.example')).toHaveCount(0);
    await look(page, 'service picker');
    await menu.getByRole('menuitem', { name: /plus\.riverside\.example/ }).click();
    await expect(page).toHaveURL(`/${api.serviceId + 1}`);
    await expect(page.getByRole('heading', { name: 'plus.riverside.example' })).toBeVisible();
    await expect.poll(async () => (await stored(page)).serviceId).toBe(String(api.serviceId + 1));
    await look(page, 'dashboard, no zones');
  });

  test('sees the service header in a service and not at home', async ({ page, api }) => {
    await page.goto('/home');
    await expect(page.getByRole('table', { name: 'Services' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Service:/ })).toHaveCount(0);
    await expect(page.getByText('old.riverside.example')).toHaveCount(0);
    await page.goto(`/${api.serviceId}/dashboard`);
    await expect(page.getByRole('button', { name: /^Service:/ })).toBeVisible();
  });

  test('opens and closes the side panel, and it stays so', async ({ page, api }) => {
    await page.goto(`/${api.serviceId}/dashboard`);
    const side = page.getByRole('complementary', { name: 'Side panel' });
    await expect(side).toContainText('$125.00');
    await page.getByRole('button', { name: 'Close side panel' }).click();
    await expect(side).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Open side panel' })).toBeVisible();
    await expect(side).toHaveCount(0);
  });
});

test('an account whose e-mail is not verified stays at home and is told why', async ({ page }) => {
  const { serviceId } = readStage().signedIn.unverified;
  await page.goto(`/${serviceId}/dashboard`);
  await signInByHand(page, 'unverified');
  await expect(page).toHaveURL('/home');
  await expect(page.getByText('Verify your e-mail address')).toBeVisible();
  await expect(page.getByText('hilltop.example').first()).toBeVisible();
  await expect(page.locator(`a[href^="/${serviceId}"]`)).toHaveCount(0);
  await look(page, 'home, e-mail not verified');
});

test.describe('on a phone', () => {
  test.use({ account: 'demo', viewport: { width: 390, height: 844 } });

  test('the side panel opens over the page, leads on and closes itself', async ({ page, api }) => {
    await page.goto(`/${api.serviceId}/dashboard`);
    await page.getByRole('button', { name: 'Open side panel' }).click();
    const side = page.getByRole('dialog');
    await expect(side).toContainText('$125.00');
    await lookAsItIs(page, 'side panel on a phone');
    await side.getByRole('link', { name: 'HTTP pull' }).click();
    await expect(page.getByRole('heading', { name: 'HTTP pull zones' })).toBeVisible();
    await expect(side).toHaveCount(0);
  });
});

test('pages outside the layout have neither header nor side panel nor footer', async ({ page }) => {
  for (const path of ['/', '/login', '/error']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const role of ['banner', 'complementary', 'contentinfo'] as const) {
      await expect(page.getByRole(role)).toHaveCount(0);
    }
  }
});

test.describe('an account without services', () => {
  test.use({ account: 'newcomer' });

  test("is answered 'No Services' and led to the plans without a toast", async ({ page, api }) => {
    expect((await api.call('GET', '/services')).body).toMatchObject({ result: 'error', message: 'No Services' });
    await page.goto('/home');
    await expect(page).toHaveURL('/plan-selection');
    await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await look(page, 'plan selection');
  });
});
