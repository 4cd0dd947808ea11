import { Api } from '../stage/api.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { enter, makeOwnAccount } from '../stage/own-account.ts';
import { figureOf, toast } from '../stage/screens.ts';

const reason = 'You do not have permission to do this. Ask the main account holder.';

test('a cancellation is requested in words, shown while it waits, and withdrawn', async ({ page }) => {
  const own = await makeOwnAccount('Cleo Canceller');
  const stateOf = async () => {
    const { body } = await own.api.call('GET', `/services/${own.serviceId}`);
    return (body.service as { cancellation: unknown }).cancellation;
  };
  await enter(page, own.token, '/home');
  await page.getByRole('link', { name: 'Details of own.example' }).click();
  await expect(page).toHaveURL(`/home/my-services/${own.serviceId}`);
  await expect(page.getByRole('heading', { name: 'own.example' })).toBeVisible();
  await expect(figureOf(page, 'Product')).toHaveText('CDN Trial');
  await expect(figureOf(page, 'Trial end')).toContainText('Trial ends in 14 days');
  await look(page, 'service');

  await page.getByRole('link', { name: 'Request cancellation' }).click();
  await expect(page).toHaveURL(`/home/my-services/${own.serviceId}/service-cancellation`);
  await page.getByRole('button', { name: 'Request cancellation' }).click();
  await expect(page.getByText('Tell us in a few words why')).toBeVisible();
  await expect(page.getByLabel('Why do you want to cancel?')).toBeFocused();
  await look(page, 'cancel service, no reason');
  await page.getByLabel('Immediate').check();
  await page.getByLabel('Why do you want to cancel?').fill('The site <b>moves</b> elsewhere.');
  await page.getByRole('button', { name: 'Request cancellation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel own.example?' });
  await expect(dialog).toContainText('its zones no longer answer');
  expect(await stateOf()).toBeNull();
  await look(page, 'cancel service, asked once more');
  await dialog.getByRole('button', { name: 'Request cancellation' }).click();

  await expect(page).toHaveURL(`/home/my-services/${own.serviceId}`);
  await expect(toast(page, 'Your provider was asked to cancel the service')).toBeVisible();
  await expect(page.getByText('The site <b>moves</b> elsewhere.')).toBeVisible();
  expect(await stateOf()).toMatchObject({ type: 'Immediate', reason: 'The site <b>moves</b> elsewhere.' });
  await expect(page.getByRole('link', { name: 'Request cancellation' })).toHaveCount(0);
  await look(page, 'service, cancellation requested');
  await page.goto('/home');
  await expect(page.getByRole('row').filter({ hasText: 'own.example' })).toContainText('cancellation requested');

  await page.goto(`/home/my-services/${own.serviceId}/service-cancellation`);
  await page.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(toast(page, 'The request was withdrawn. The service goes on.')).toBeVisible();
  await expect(page.getByLabel('Why do you want to cancel?')).toBeVisible();
  expect(await stateOf()).toBeNull();
});

test('a favourite shows at once, stays, and is taken back when the server refuses', async ({ page }) => {
  const own = await makeOwnAccount('Fay Favourite');
  const star = page.getByRole('button', { name: 'Favourite: own.example' });
  await enter(page, own.token, '/home');
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(async () => (await own.api.call('GET', `/services/${own.serviceId}`)).body.service)
    .toMatchObject({ favorite: true });
  await page.reload();
  await expect(star).toHaveAttribute('aria-pressed', 'true');

  // A real server refuses only those who were refused the button, so the failure is made here.
  await page.route(`**/api/v1/services/${own.serviceId}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    await route.fulfill({ status: 500, contentType: 'application/json', body: '{}' });
  });
  await star.click();
  await expect(toast(page, 'The favourite could not be changed. Try again.')).toBeVisible();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
});

test('a service that is not there, or not ours, is said not to be found, within the frame of home', async ({
  page,
}) => {
  const own = await makeOwnAccount('Nils Nowhere');
  const foreign = new Api('demo').serviceId;
  for (const id of [foreign, 999_999, 'none']) {
    await enter(page, own.token, `/home/my-services/${id}`);
    await expect(page.getByRole('heading', { name: 'Service not found' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  }
  await look(page, 'service not found');
  await page.getByRole('link', { name: 'See all services' }).click();
  await expect(page).toHaveURL('/home/my-services');
});

test.describe('the list of services', () => {
  test.use({ account: 'demo' });

  test('has the terminated ones as well, and leads to the page of each', async ({ page }) => {
    await page.goto('/home');
    await page.getByRole('link', { name: 'All services' }).click();
    await expect(page).toHaveURL('/home/my-services');
    const rows = page.getByRole('table', { name: 'Services' }).locator('tbody tr');
    await expect(rows.filter({ hasText: 'plus.riverside.example' })).toContainText('Active');
    await expect(rows.last()).toContainText('Terminated');
    await look(page, 'my services');
    await rows.last().getByRole('link', { name: 'old.riverside.example' }).click();
    await expect(page).toHaveURL(/\/home\/my-services\/\d+$/);
    await expect(page.getByRole('heading', { name: 'old.riverside.example' })).toBeVisible();
    await page.goBack();
    await page.goto('/home/my-services?search=TERMINATED');
    await expect(rows).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Search services' }).fill('nothing like it');
    await expect(page.getByText('No service matches')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).last().click();
    await expect(page).toHaveURL('/home/my-services');
    await expect(rows.last()).toContainText('Terminated');
  });

  test('stands behind Dashboard at home, from the first visit on, for those that are not terminated', async ({
    page,
    api,
  }) => {
    await page.goto('/home');
    await page.getByRole('banner').getByRole('button', { name: 'Dashboard' }).click();
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: /live\.riverside\.example/ })).toBeDisabled();
    await expect(menu.getByText('old.riverside.example')).toHaveCount(0);
    await look(page, 'service picker of home');
    await menu.getByRole('menuitem', { name: /plus\.riverside\.example/ }).click();
    await expect(page).toHaveURL(`/${api.serviceId + 1}`);
    await expect(page.getByRole('heading', { name: 'plus.riverside.example' })).toBeVisible();
  });
});

test.describe('somebody who can open nothing yet', () => {
  test.use({ account: 'unverified' });

  test('is told by Dashboard why', async ({ page }) => {
    await page.goto('/home');
    const dashboard = page.getByRole('banner').getByRole('button', { name: 'Dashboard' });
    await expect(dashboard).toHaveAttribute('aria-disabled', 'true');
    await dashboard.focus();
    await expect(page.getByRole('tooltip').filter({ hasText: 'Verify your e-mail address first' })).toBeVisible();
  });
});

test.describe('someone who may look but not change', () => {
  test.use({ account: 'viewer' });

  test('finds favourite and cancellation disabled, with the reason', async ({ page, api }) => {
    const { serviceId } = api;
    await page.goto(`/home/my-services/${serviceId}`);
    for (const control of [
      page.getByRole('button', { name: /^Favourite:/ }),
      page.getByRole('link', { name: 'Request cancellation' }),
    ]) {
      await expect(control).toHaveAttribute('aria-disabled', 'true');
      await control.focus();
      await expect(page.getByRole('tooltip').filter({ hasText: reason })).toBeVisible();
      await control.press('Enter');
      await expect(page).toHaveURL(`/home/my-services/${serviceId}`);
    }
    await page.goto(`/home/my-services/${serviceId}/service-cancellation`);
    await expect(page.getByText('You do not have permission to see this.')).toBeVisible();
  });
});
