import { visit, visitAndExpect } from '../stage/edge.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { rowOf, toast, zonesPath } from '../stage/screens.ts';

test.use({ account: 'shop' });

test('a zone is disabled, enabled, deleted and restored, and the edge follows each time', async ({
  page,
  api,
  origin,
}) => {
  const zone = await api.createZone('Off and on', origin.url);
  const statusOf = async () => (await visit(zone.hostname, '/page')).status;
  await visitAndExpect(zone.hostname, '/page', 200, 'MISS');
  await page.goto(`${zonesPath(api.serviceId)}/${zone.zoneId}?tab=danger`);
  await look(page, 'danger zone');

  await test.step('disabled: refused with a page that says so', async () => {
    await page.getByRole('button', { name: 'Disable zone' }).click();
    await look(page, 'disable zone');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable zone' }).click();
    await expect(toast(page, 'Zone Off and on was disabled')).toBeVisible();
    await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
    await expect.poll(statusOf).toBe(403);
    expect((await visit(zone.hostname, '/page')).body).toContain('This zone has been disabled.');
    await page.getByRole('tab', { name: 'Overview' }).click();
    await expect(page.getByText('This zone is disabled:')).toBeVisible();
    await look(page, 'zone disabled');
    await page.getByRole('tab', { name: 'Danger zone' }).click();
  });

  await test.step('enabled: served, from what was cached', async () => {
    await page.getByRole('button', { name: 'Enable zone' }).click();
    await expect(toast(page, 'Zone Off and on was enabled')).toBeVisible();
    await expect.poll(statusOf).toBe(200);
    expect(origin.asked('/page')).toBe(1);
  });

  await test.step('deleted: unknown to the edge, listed under deleted', async () => {
    await page.getByRole('button', { name: 'Delete zone' }).click();
    await look(page, 'delete zone');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete zone' }).click();
    await expect(page).toHaveURL(zonesPath(api.serviceId));
    await expect(toast(page, 'It can be restored for 30 days.')).toBeVisible();
    await expect(rowOf(page, 'Off and on')).toHaveCount(0);
    await expect.poll(statusOf).toBe(404);
    expect((await visit(zone.hostname, '/page')).body).toContain('Unknown host');
    await page.getByLabel('Which zones').getByText('Deleted').click();
    await expect(rowOf(page, 'Off and on')).toContainText('Deleted');
    await look(page, 'deleted zones');
  });

  await test.step('restored: served again', async () => {
    await page.getByRole('link', { name: 'Off and on' }).click();
    await expect(page.getByText('This zone is deleted')).toBeVisible();
    await look(page, 'zone deleted');
    await page.getByRole('button', { name: 'Restore zone' }).click();
    await expect(toast(page, 'Zone Off and on was restored')).toBeVisible();
    await expect.poll(statusOf).toBe(200);
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  });
});
