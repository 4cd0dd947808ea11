import { readStage, signIn } from '../stage/accounts.ts';
import { Api } from '../stage/api.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { signInByHand, stored, toast } from '../stage/screens.ts';

test.describe('a session', () => {
  test('leaves its keys in local storage, and logging out takes them away', async ({ page }) => {
    await page.goto('/login');
    await signInByHand(page, 'demo');
    await expect(page).toHaveURL('/home');
    expect(await stored(page)).toMatchObject({ token: expect.stringMatching(/./), isSubContact: 'false' });
    await page.getByRole('link', { name: 'riverside.example', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'riverside.example' })).toBeVisible();
    await expect.poll(async () => Number((await stored(page)).serviceId)).toBeGreaterThan(0);
    const { token = '', service = '' } = await stored(page);
    expect(JSON.parse(service)).toMatchObject({ domain: 'riverside.example', domainstatus: 'Active' });
    await page.getByRole('button', { name: 'Account: DD, Dana Demo' }).click();
    await look(page, 'account menu');
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/');
    const left = Object.keys(await stored(page));
    for (const key of ['token', 'contactid', 'isSubContact', 'serviceId', 'service']) expect(left).not.toContain(key);
    const withOldToken = new Api('demo', token);
    await expect.poll(async () => (await withOldToken.call('GET', '/services')).status).toBe(401);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('lasts thirty days when it is to be remembered, and less than a day otherwise', async ({ page }) => {
    const daysLeft = async () => {
      const { body } = await new Api('other', (await stored(page)).token ?? '').call('GET', '/auth/session');
      return (Date.parse(String(body.expiresAt)) - Date.now()) / 86_400_000;
    };
    await page.goto('/');
    await page.getByLabel('Remember me').check();
    await signInByHand(page, 'other');
    await expect(page).toHaveURL('/home');
    expect(Math.round(await daysLeft())).toBe(30);
    await page.goto('/logout');
    await expect(page).toHaveURL('/');
    await signInByHand(page, 'other');
    await expect(page).toHaveURL('/home');
    expect(await daysLeft()).toBeLessThan(1);
  });

  test("that is over is answered 'Expired token', leads to /login in words, and from there back to the place", async ({
    page,
  }) => {
    const { token } = await signIn(readStage().panelUrl, 'demo');
    await page.goto('/');
    await page.evaluate((value) => localStorage.setItem('token', value), token);
    await page.goto('/home');
    await page.getByRole('link', { name: 'riverside.example', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'riverside.example' })).toBeVisible();
    const api = new Api('demo', token);
    expect((await api.call('POST', '/auth/logout')).status).toBe(200);
    expect((await api.call('GET', '/services')).body).toMatchObject({ result: 'error', message: 'Expired token' });
    // The event stream ends with the session, so that the panel may notice before anything is clicked.
    const link = page.getByRole('complementary', { name: 'Side panel' }).getByRole('link', { name: 'HTTP pull' });
    await Promise.race([page.waitForURL('/login'), link.click()]);
    await expect(page).toHaveURL('/login');
    await expect(toast(page, 'Session expired. Please login again.')).toBeVisible();
    expect(await stored(page)).not.toHaveProperty('token');
    await expect(page.getByText('You were signed out: the session was ended or has expired.')).toBeVisible();
    await look(page, 'session expired');
    await signInByHand(page, 'demo');
    // Where they were, or where they were going: whichever came first.
    await expect(page).toHaveURL(/\/\d+(\/zones\/http\/pull)?$/);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Service: riverside.example' })).toBeVisible();
  });
});
