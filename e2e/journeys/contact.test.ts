import { readStage } from '../stage/accounts.ts';
import { Api } from '../stage/api.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { expectRefused, signInByHand, stored, zonesPath } from '../stage/screens.ts';

const reason = 'You do not have permission to do this. Ask the main account holder.';

test('a contact without permissions is told so on every screen, and refused by the API', async ({ page }) => {
  const owner = readStage().signedIn.demo;
  await page.goto('/');
  await signInByHand(page, 'contact');
  await expect(page).toHaveURL('/home');
  expect(await stored(page)).toMatchObject({ isSubContact: 'true', contactid: expect.stringMatching(/^\d+$/) });
  await expect(page.getByText('No access to services')).toBeVisible();
  await expect(page.getByText('You do not have permission to see this. Ask the main account holder.')).toBeVisible();
  await look(page, 'home of a contact');
  await page.goto(zonesPath(owner.serviceId ?? 0));
  await expect(page).toHaveURL(`/${owner.serviceId}/error/forbidden`);
  await expect(page.getByRole('heading', { name: 'You cannot open this' })).toBeVisible();
  const contact = new Api('contact');
  const refused = await contact.call('POST', `/services/${owner.serviceId}/zones/http/pull`, { name: 'Mine' });
  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

test.describe('someone who may look but not change', () => {
  test.use({ account: 'viewer' });

  test('finds every action disabled, with the reason within reach of mouse and keyboard', async ({ page, origin }) => {
    const owner = new Api('demo');
    const zone = await owner.createZone('Look, do not touch', origin.url);
    const list = zonesPath(owner.serviceId);
    const actions = [
      [list, 'Create zone'],
      [`${list}/${zone.zoneId}?tab=origin`, 'Save changes'],
      [`${list}/${zone.zoneId}?tab=purge`, 'Purge files'],
      [`${list}/${zone.zoneId}?tab=danger`, 'Disable zone'],
      [`${list}/${zone.zoneId}?tab=danger`, 'Delete zone'],
    ] as const;
    for (const [path, action] of actions) {
      await page.goto(path);
      await expectRefused(page, action, reason);
    }
    await look(page, 'danger zone without permission');
    await page.goto(`${list}/${zone.zoneId}?tab=origin`);
    await expect(page.getByText('You may look at these settings but not change them.')).toBeVisible();
    await expect(page.getByLabel('Origin', { exact: true })).not.toBeEditable();
    await expect(page.getByLabel('A fixed time, whatever the origin says')).toBeDisabled();
    await look(page, 'origin and caching without permission');
  });
});
