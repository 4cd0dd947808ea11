import { expect, test } from '../stage/journey.ts';
import { rowOf, zonesPath } from '../stage/screens.ts';

test.use({ account: 'shop' });

const sentence = 'cannot be reached. What you see may be out of date';

test('while nothing answers every tab says so, and stops saying it by itself', async ({
  page,
  context,
  api,
  origin,
  watch,
}) => {
  watch.expect(/ERR_/);
  await api.createZone('Out of sight', origin.url);
  const second = await context.newPage();
  await page.goto('/home');
  await second.goto(zonesPath(api.serviceId));
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(rowOf(second, 'Out of sight')).toBeVisible();
  // The browser goes offline in place of the server, which the other journeys need; it ends the event stream as well.
  await context.setOffline(true);
  for (const tab of [page, second]) await expect(tab.getByRole('status').getByText(sentence)).toBeVisible();
  // What was there stays readable.
  await expect(rowOf(second, 'Out of sight')).toBeVisible();
  await context.setOffline(false);
  for (const tab of [page, second]) await expect(tab.getByText(sentence)).toHaveCount(0);
});
