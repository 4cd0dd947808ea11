import { expect, test } from '../stage/journey.ts';
import { zonesPath } from '../stage/screens.ts';

test.use({ account: 'demo' });

test('what was planted into a page does not run and cannot send anything away, and the watch of the journeys sees it', async ({
  page,
  api,
  watch,
}) => {
  watch.expect(/Executing inline script violates.*Content Security Policy/);
  watch.expect(/violates.*Content Security Policy directive: "connect-src/);
  watch.expect(/Refused to connect because it violates the document's Content Security Policy/);
  await page.goto(zonesPath(api.serviceId));
  await expect(page.getByRole('heading', { name: 'HTTP pull zones' })).toBeVisible();
  const came = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.planted = true';
    document.head.append(script);
    const sent = await fetch('https://elsewhere.invalid/').then(
      () => true,
      () => false,
    );
    return { ran: 'planted' in globalThis, sent };
  });
  expect(came).toEqual({ ran: false, sent: false });
});
