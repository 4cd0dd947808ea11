import { readFileSync } from 'node:fs';
import { readStage } from '../stage/accounts.ts';
import { Api } from '../stage/api.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { enter, makeOwnAccount } from '../stage/own-account.ts';

/** The cells as a sheet reads them. */
const cellsOf = (csv: string): string[] =>
  [...csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );

test('the log tells who did what, to which fields and from where, and gives it away as CSV that no sheet runs', async ({
  page,
  origin,
}) => {
  const own = await makeOwnAccount('Lou Logged');
  const zones = `/services/${own.serviceId}/zones/http/pull`;
  const asked = { name: 'Robot', permissions: ['zones.view', 'zones.manage'] };
  const { token } = (await own.api.call('POST', '/api-keys', asked)).body as { token?: string };
  const robot = new Api('demo', token ?? '');
  const { zone } = (await robot.call('POST', zones, { name: '=cmd()', origin: origin.url })).body as {
    zone: { zoneId: string };
  };
  await robot.call('PATCH', `${zones}/${zone.zoneId}`, { settings: { edgeTtlSeconds: 3600 } });

  await enter(page, own.token, `/${own.serviceId}/dashboard`);
  await page.getByRole('complementary', { name: 'Side panel' }).getByRole('link', { name: 'Activity log' }).click();
  const log = page.getByRole('table', { name: 'Activity' });
  const rowWith = (words: string) => log.getByRole('row').filter({ hasText: words });
  await expect(rowWith('created API key Robot')).toContainText('Lou Logged');
  await expect(rowWith('created zone =cmd()')).toContainText('API key Robot');
  await expect(rowWith('started the trial of service own.example')).toHaveCount(1);

  await test.step('an entry opens to the fields that changed and the request', async () => {
    await page.getByRole('button', { name: 'Details: API key Robot changed zone =cmd()' }).click();
    await expect(log.getByText('nothing → 3600')).toBeVisible();
    await expect(log.getByText('settings.edgeTtlSeconds')).toBeVisible();
    await page.getByRole('button', { name: 'Copy request id' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[\da-f-]{36}$/);
    await look(page, 'activity log, opened');
  });

  await test.step('what is done meanwhile appears by itself', async () => {
    await own.api.call('PATCH', `/services/${own.serviceId}`, { favorite: true });
    await expect(rowWith('changed service own.example')).toHaveCount(1);
  });

  await test.step('filters stand in the address', async () => {
    await page.getByLabel('Who', { exact: true }).selectOption('API key');
    await expect(page).toHaveURL(/\?actor=key$/);
    await expect(rowWith('created API key Robot')).toHaveCount(0);
    await expect(rowWith('=cmd()')).toHaveCount(2);
    await page.reload();
    await expect(rowWith('=cmd()')).toHaveCount(2);
    await page.getByLabel('Search the log').fill('zone.created');
    await expect(rowWith('=cmd()')).toHaveCount(1);
    await look(page, 'activity log, filtered');
    await page.getByLabel('Last day').fill('2001-01-01');
    await expect(page.getByText('Nothing fits the filter')).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(rowWith('created API key Robot')).toHaveCount(1);
    await page.getByText('This service').click();
    await expect(rowWith('created API key Robot')).toHaveCount(0);
    await expect(rowWith('created zone =cmd()')).toHaveCount(1);
  });

  await test.step('the export is what the filter leaves, and its link ends with the session', async () => {
    const [download, reply] = await Promise.all([
      page.waitForEvent('download'),
      page.waitForResponse(/\/activity-log\/ticket$/),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/);
    const csv = readFileSync(await download.path(), 'utf8');
    expect(csv.split('\r\n')[0]).toContain('time,actor kind,actor,action');
    const cells = cellsOf(csv);
    expect(cells).toContain("'=cmd()");
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(csv).not.toContain('api-key.created');
    const { ticket } = (await reply.json()) as { ticket: { url: string } };
    const url = `${readStage().panelUrl}${ticket.url}`;
    expect((await fetch(url)).status).toBe(200);
    expect((await own.api.call('POST', '/auth/logout')).status).toBe(200);
    expect((await fetch(url)).status).toBe(404);
  });
});

test.describe('someone without the permission', () => {
  test.use({ account: 'viewer' });

  test('is told so in place of the log, and refused by the API', async ({ page, api }) => {
    await page.goto(`/${api.serviceId}/account/activity-log`);
    await expect(page.getByText('You do not have permission to see this.')).toBeVisible();
    expect((await api.call('GET', '/activity-log')).status).toBe(403);
    await look(page, 'activity log without permission');
  });
});
