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
  // The other journeys need the server, so the browser's calls fail in its place. A stream that is open would not notice:
  // this one ends after each word, and is asked for again as after a server that went away.
  let away = false;
  await context.route('**/api/**', (route) => (away ? route.abort('connectionrefused') : route.fallback()));
  await context.route('**/api/v1/events', (route) =>
    away ? route.fallback() : route.fulfill({ contentType: 'text/event-stream', body: 'id: aaaaaaaa-1\ndata: {}\n\n' }),
  );
  const second = await context.newPage();
  await page.goto('/home');
  await second.goto(zonesPath(api.serviceId));
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(rowOf(second, 'Out of sight')).toBeVisible();
  away = true;
  for (const tab of [page, second]) await expect(tab.getByRole('status').getByText(sentence)).toBeVisible();
  // What was there stays readable.
  await expect(rowOf(second, 'Out of sight')).toBeVisible();
  away = false;
  for (const tab of [page, second]) await expect(tab.getByText(sentence)).toHaveCount(0);
});
