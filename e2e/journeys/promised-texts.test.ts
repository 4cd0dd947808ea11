import type { Page } from '@playwright/test';
import type { Account } from '../stage/accounts.ts';
import type { Api } from '../stage/api.ts';
import type { ConsoleWatch } from '../stage/console-watch.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import type { Origin } from '../stage/origin.ts';
import { purgeByHand, signInByHand, toast, zonesPath } from '../stage/screens.ts';

type Scene = { page: Page; api: Api; origin: Origin; watch: ConsoleWatch };
type PromisedText = {
  text: string;
  when: string;
  account: Account | null;
  /** Brings the text about. */
  see: (scene: Scene) => Promise<void>;
};

/**
 * Answers one call in place of the server. A real server never fails without a message, and these texts are for just
 * that; everything else in these journeys is answered by the real one.
 */
const answerOnce = (page: Page, path: string | RegExp, method: string, status: number, body: string) =>
  page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await route.fulfill({ status, contentType: 'application/json', body });
  });

async function openPurges({ page, api, origin }: Scene): Promise<void> {
  const zone = await api.createZone('Promised texts', origin.url);
  await page.goto(`${zonesPath(api.serviceId)}/${zone.zoneId}?tab=purge`);
}

/** Every text that the product promises word for word, so far as its screens exist. */
const promised: PromisedText[] = [
  {
    text: 'The e-mail address or the password is not right.',
    when: 'the password is wrong',
    account: null,
    async see({ page }) {
      await page.goto('/login');
      await signInByHand(page, 'other', 'not the password');
      await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is not right.');
      await expect(page.getByLabel('E-mail')).toHaveValue('other@headwater.test');
      await look(page, 'wrong password');
    },
  },
  {
    text: 'An error occurred',
    when: 'signing in fails without a message',
    account: null,
    async see({ page }) {
      await answerOnce(page, '**/api/v1/auth/login', 'POST', 500, '{}');
      await page.goto('/login');
      await signInByHand(page, 'other');
      await expect(page.getByRole('alert')).toHaveText('An error occurred');
    },
  },
  {
    text: 'Session expired. Please login again.',
    when: 'the session check fails without a message',
    account: 'demo',
    async see({ page }) {
      await answerOnce(page, '**/api/v1/auth/session', 'GET', 500, '{}');
      await page.goto('/home');
      await expect(page).toHaveURL('/login');
      await expect(toast(page, 'Session expired. Please login again.')).toBeVisible();
    },
  },
  {
    text: 'Error!',
    when: "a purge fails, with the server's message",
    account: 'shop',
    async see(scene) {
      await openPurges(scene);
      await purgeByHand(scene.page, 'https://www.example.com/logo.png');
      await expect(toast(scene.page, 'Error!')).toContainText('www.example.com is not a host of this zone.');
    },
  },
  {
    text: 'Something went wrong',
    when: 'a purge fails without a message',
    account: 'shop',
    async see(scene) {
      await openPurges(scene);
      await answerOnce(scene.page, /\/purge$/, 'POST', 500, '{}');
      await purgeByHand(scene.page, '/logo.png');
      await expect(toast(scene.page, 'Error!')).toContainText('Something went wrong');
    },
  },
  {
    text: 'Error!',
    when: 'a purge fails twice in the same way: the message is not stacked on itself',
    account: 'shop',
    async see(scene) {
      const { page } = scene;
      await openPurges(scene);
      await purgeByHand(page, '*');
      await expect(toast(page, 'Error!')).toBeVisible();
      const answered = page.waitForResponse(/\/purge$/);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Purge/ })
        .click();
      await answered;
      await expect(toast(page, 'A bare * is not accepted. Use /* to purge the whole zone.')).toHaveCount(1);
    },
  },
  {
    text: 'Zones is not valid',
    when: 'a list of zones comes without zones (in the console)',
    account: 'shop',
    async see({ page, api, watch }) {
      watch.expect(/^Zones is not valid$/);
      await answerOnce(page, /\/zones\/http\/pull\?/, 'GET', 200, '{"result":"success"}');
      await page.goto(zonesPath(api.serviceId));
      await expect(page.getByText('Zones could not be loaded')).toBeVisible();
      await look(page, 'zones could not be loaded');
    },
  },
  {
    text: 'V5.10.3 (BETA)',
    when: 'in the footer of every service screen',
    account: 'demo',
    async see({ page, api }) {
      for (const path of ['/home', `/${api.serviceId}/dashboard`, zonesPath(api.serviceId)]) {
        await page.goto(path);
        await expect(page.getByRole('contentinfo').getByText('V5.10.3 (BETA)', { exact: true })).toBeVisible();
      }
    },
  },
  {
    text: '$125.00',
    when: 'the side panel shows the credit',
    account: 'demo',
    async see({ page, api }) {
      await page.goto(`/${api.serviceId}/dashboard`);
      await expect(page.getByRole('complementary', { name: 'Side panel' })).toContainText('Credit$125.00');
    },
  },
  {
    text: 'DD',
    when: 'the header shows initials',
    account: 'demo',
    async see({ page }) {
      await page.goto('/home');
      await expect(page.getByRole('button', { name: 'Account: DD, Dana Demo' })).toHaveText('DD');
    },
  },
  {
    text: 'Client',
    when: 'a name gives no initials',
    account: 'lists',
    async see({ page }) {
      await page.goto('/home');
      await expect(page.getByRole('button', { name: /^Account:/ })).toHaveText('Client');
    },
  },
];

for (const { text, when, account, see } of promised) {
  test.describe(() => {
    test.use({ account });
    test(`«${text}» is seen: ${when}`, async ({ page, api, origin, watch }) => see({ page, api, origin, watch }));
  });
}
