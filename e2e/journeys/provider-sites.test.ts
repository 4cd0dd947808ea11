import { readStage } from '../stage/accounts.ts';
import { expect, test } from '../stage/journey.ts';
import { readReceived } from '../stage/legacy.ts';
import { look, lookAsItIs } from '../stage/look.ts';

test.describe("the provider's other sites", () => {
  test.use({ account: 'demo' });

  test('switching V5 off hands the session to the panel before this one, in a form and never in an address', async ({
    page,
  }) => {
    const { legacyPort, signedIn } = readStage();
    await page.goto('/home');
    const toggle = page.getByRole('switch', { name: 'V5 (BETA)' });
    await expect(toggle).toBeChecked();
    await look(page, 'home with the beta toggle');
    await toggle.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('heading', { name: 'The panel before' })).toBeVisible();
    expect(page.url()).toBe(`http://127.0.0.1:${legacyPort}/cp/v5`);
    const arrived = (await readReceived(legacyPort)).filter(({ path }) => path.startsWith('/cp/'));
    expect(arrived.at(-1)).toEqual({
      method: 'POST',
      path: '/cp/v5',
      type: 'application/x-www-form-urlencoded',
      body: new URLSearchParams({ token: signedIn.demo.token }).toString(),
    });
  });

  test('who comes back from there finds the toggle as it was before', async ({ page }) => {
    const { legacyPort } = readStage();
    // The other panel has no page for them, so that they stay on this one.
    await page.route(`http://127.0.0.1:${legacyPort}/cp/v5`, (route) => route.fulfill({ status: 204 }));
    await page.goto('/home');
    const toggle = page.getByRole('switch', { name: 'V5 (BETA)' });
    await toggle.focus();
    await page.keyboard.press('Space');
    await expect(toggle).toBeDisabled();
    // Browsers under test keep no pages to go back to: this is all that such a page is told.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(toggle).toBeEnabled();
    await expect(toggle).toBeChecked();
  });

  test('the feedback widget is loaded from the address in the settings, and from nowhere else', async ({ page }) => {
    await page.goto('/home');
    await expect(page.locator('html')).toHaveAttribute('data-feedback-widget', 'ready');
    const asked = (await readReceived(readStage().legacyPort)).filter(({ path }) => path === '/feedback');
    expect(asked.length).toBeGreaterThan(0);
    const policy = (await page.request.get('/')).headers()['content-security-policy'] ?? '';
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
    expect(scripts).toBe(`'self' http://127.0.0.1:${readStage().legacyPort}`);
    await lookAsItIs(page, 'home with the feedback widget');
  });
});
