import type { Locator } from '@playwright/test';
import { expect, test } from '../stage/journey.ts';
import { toast } from '../stage/screens.ts';
import { createStream, readStream, streamsPath } from '../stage/streams.ts';

test.use({ account: 'gates' });

const placeOf = (button: Locator) => button.evaluate((element) => JSON.stringify(element.getBoundingClientRect()));

test('a form of a stream keeps what is typed while it is saved, its buttons their places, and Save the focus', async ({
  page,
  api,
}) => {
  const settings = { ndvr: { enabled: true, windowSeconds: 7200 } };
  const stream = await createStream(api, 'push', { name: 'Slowly saved', settings });
  const hours = async () => (await readStream(api, stream)).settings.ndvr.windowSeconds / 3600;
  await page.goto(`${streamsPath(api.serviceId, 'push')}/${stream.id}?tab=settings&setting=ndvr`);
  const field = page.getByLabel('They may go back', { exact: true });
  const save = page.getByRole('button', { name: 'Save changes' });
  const undo = page.getByRole('button', { name: 'Undo changes' });

  await test.step('typed while the answer is on its way: it stands, and is not saved yet', async () => {
    const answered = Promise.withResolvers<void>();
    await page.route(`**/streams/push/${stream.id}`, async (route) => {
      if (route.request().method() === 'PATCH') await answered.promise;
      await route.continue();
    });
    await field.fill('3');
    await save.click();
    await field.fill('7');
    answered.resolve();
    await expect(toast(page, 'Stream Updated Succesfully')).toBeVisible();
    await expect(save).toBeEnabled();
    await expect(field).toHaveValue('7');
    expect(await hours()).toBe(3);
    await page.unroute(`**/streams/push/${stream.id}`);
  });

  await test.step('saved by keyboard: Save keeps the focus, and a press more saves nothing', async () => {
    await save.focus();
    await page.keyboard.press('Enter');
    await expect.poll(hours).toBe(7);
    await expect(save).toBeDisabled();
    await expect(save).toBeFocused();
    const { revision } = await readStream(api, stream);
    await page.keyboard.press('Enter');
    await field.press('Enter');
    expect((await readStream(api, stream)).revision).toBe(revision);
  });

  await test.step('whoever presses Undo twice undoes, and presses nothing else', async () => {
    const usual = page.getByRole('button', { name: "Take the service's default" });
    const places = async () => Promise.all([save, undo, usual].map(placeOf));
    const before = await places();
    await expect(undo).toBeDisabled();
    await field.fill('9');
    await expect(undo).toBeEnabled();
    expect(await places()).toEqual(before);
    await undo.dblclick();
    await expect(field).toHaveValue('7');
    await expect(undo).toBeDisabled();
    expect(await places()).toEqual(before);
  });
});

test('a stream that is restored by keyboard leaves the focus on its heading', async ({ page, api }) => {
  const stream = await createStream(api, 'push', { name: 'Back again' });
  const path = `/services/${api.serviceId}/streams/push/${stream.id}`;
  expect((await api.call('DELETE', path)).status).toBe(200);
  await page.goto(`${streamsPath(api.serviceId, 'push')}/${stream.id}`);
  await page.getByRole('button', { name: 'Restore stream' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Back again', level: 1 })).toBeFocused();
});
