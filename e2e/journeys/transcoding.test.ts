import { crc32, deflateSync } from 'node:zlib';
import type { LiveFilter, LiveProfile } from '@headwater/contract/transcoding/routes';
import { damageLogos } from '../stage/database.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { enter, makeOwnAccount, type OwnAccount } from '../stage/own-account.ts';
import { rowOf, toast, turn } from '../stage/screens.ts';

const listPath = ({ serviceId }: OwnAccount) => `/${serviceId}/streams/settings/live-transcoding`;
const apiPath = ({ serviceId }: OwnAccount) => `/services/${serviceId}/live-transcoding`;

test('a profile is made, warned about and kept while a stream uses it, and deleted once none does', async ({
  page,
}) => {
  const own = await makeOwnAccount('Lars Ladder');
  await enter(page, own.token, listPath(own));
  await expect(rowOf(page, '480p')).toContainText('1,200 kbit/s');
  await page.getByRole('button', { name: 'Create profile' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create profile' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await dialog.getByLabel('Name').fill('Cinema');
  await dialog.getByRole('combobox', { name: 'Size' }).click();
  await page.getByRole('option', { name: '1080p' }).click();
  await dialog.getByRole('button', { name: 'Create profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cinema' })).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/\/live-transcoding\/profiles\/[a-z0-9]+$/);
  await page.getByRole('combobox', { name: 'H.264 level' }).click();
  await page.getByRole('option', { name: '3.1' }).click();
  await expect(page.getByText('Level 3.1 is too low for 1920 × 1080')).toBeVisible();
  await look(page, 'transcoding profile');
  await page.getByRole('combobox', { name: 'H.264 level' }).click();
  await page.getByRole('option', { name: '4.0' }).click();
  await expect(page.getByText('Level 3.1 is too low')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Saved.')).toBeVisible();

  const { body } = await own.api.call('GET', `${apiPath(own)}/profiles`);
  const profile = (body.profiles as LiveProfile[]).find(({ value }) => value.name === 'Cinema');
  expect(profile?.value).toMatchObject({ size: '1080p', level: '4.0' });
  const transcode = { enabled: true, profileIds: [profile?.id], filterId: null };
  const made = await own.api.call('POST', `/services/${own.serviceId}/streams/push`, {
    name: 'Premiere',
    settings: { transcode },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Premiere' })).toBeVisible();
  const remove = page.getByRole('button', { name: 'Delete profile' });
  await remove.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Premiere uses it.');
  const stream = made.body.stream as { id: string };
  const free = { settings: { transcode: { enabled: false, profileIds: [], filterId: null } } };
  await own.api.call('PATCH', `/services/${own.serviceId}/streams/push/${stream.id}`, free);
  await page.reload();
  await expect(page.getByText('No stream uses this profile.')).toBeVisible();
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete profile' }).click();
  await expect(toast(page, 'Cinema was deleted')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${listPath(own)}$`));
  await expect(rowOf(page, '480p')).toBeVisible();
  await expect(rowOf(page, 'Cinema')).toHaveCount(0);
  await look(page, 'live transcoding');
});

/** A square of one colour. */
function drawPng(size: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const edges = Buffer.alloc(8);
    edges.writeUInt32BE(data.length, 0);
    edges.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([edges.subarray(0, 4), body, edges.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(size * 3, Buffer.from([13, 130, 119]))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: size }, () => line)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

test('a filter shows what it makes of the picture while it is entered, and is kept', async ({ page }) => {
  const own = await makeOwnAccount('Fida Filter');
  await enter(page, own.token, listPath(own));
  await page.getByRole('button', { name: 'Create filter' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Our logo');
  await dialog.getByRole('button', { name: 'Create filter' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Our logo' })).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/\/live-transcoding\/filters\/[a-z0-9]+$/);
  const preview = page.getByRole('img', { name: 'Colour bars as this filter makes them' });
  await expect(preview).toBeVisible();
  const plain = await preview.getAttribute('src');

  await turn(page, 'Text', true);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Live from the river');
  await expect(preview).not.toHaveAttribute('src', plain ?? '');
  await turn(page, 'Logo', true);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Choose an image')).toBeVisible();
  const upload = page.locator('input[type=file]');
  await upload.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('logo.svg is no PNG or JPEG.')).toBeVisible();
  const damaged = drawPng(64);
  damaged.fill(0, 45);
  await upload.setInputFiles({ name: 'damaged.png', mimeType: 'image/png', buffer: damaged });
  await expect(page.getByText('This image is damaged: it cannot be drawn.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'damaged.png' })).toHaveCount(0);
  await upload.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: drawPng(64) });
  await expect(page.getByRole('radio', { name: 'logo.png, 64 × 64' })).toBeChecked();
  await page.getByRole('radio', { name: 'Bottom right' }).first().check({ force: true });
  await turn(page, 'Crop', true);
  await page.getByRole('textbox', { name: 'Left', exact: true }).fill('45');
  await page.getByRole('textbox', { name: 'Right', exact: true }).fill('40');
  await expect(page.getByText('Left and right together may cut off at most 80 percent')).toBeVisible();
  await page.getByRole('textbox', { name: 'Right', exact: true }).fill('10');
  await expect(preview).not.toHaveAttribute('data-stale');
  await look(page, 'filter');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Saved.')).toBeVisible();
  const { body } = await own.api.call('GET', `${apiPath(own)}/filters`);
  const [filter] = body.filters as LiveFilter[];
  expect(filter?.value).toMatchObject({
    crop: { leftPercent: 45, rightPercent: 10 },
    logo: { position: 'bottom-right' },
    text: { text: 'Live from the river' },
  });
  await page.getByRole('button', { name: 'Delete logo.png' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByRole('button', { name: 'Delete logo' }).click();
  await expect(asked.getByText('The filter Our logo uses this logo.')).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await turn(page, 'Logo', false);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Save changes' }).click();
  expect((await saved).status()).toBe(200);
  await expect(page.getByRole('switch', { name: 'Logo' })).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await turn(page, 'Logo', true);
  await page.getByRole('button', { name: 'Delete logo.png' }).click();
  await asked.getByRole('button', { name: 'Delete logo' }).click();
  await expect(toast(page, 'logo.png was deleted')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'logo.png' })).toHaveCount(0);
  await turn(page, 'Logo', false);
  await page.getByRole('button', { name: 'Delete filter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete filter' }).click();
  await expect(page).toHaveURL(new RegExp(`${listPath(own)}$`));
  await expect(page.getByText('No filter yet')).toBeVisible();
});

test('a preview that fails for a damaged logo ends and says so at the logo, and the filter is not kept so', async ({
  page,
}) => {
  const own = await makeOwnAccount('Dana Damage');
  const base64 = drawPng(64).toString('base64');
  const uploaded = await own.api.call('POST', `${apiPath(own)}/logos`, { name: 'old.png', base64 });
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  await damageLogos(own.serviceId);
  const value = { name: 'Old logo', deinterlace: 'off', crop: null, logo: null, text: null };
  const made = await own.api.call('POST', `${apiPath(own)}/filters`, { value });
  await enter(page, own.token, `${listPath(own)}/filters/${made.body.filterid}`);
  await turn(page, 'Logo', true);
  await page.getByRole('radio', { name: 'old.png, 64 × 64' }).check({ force: true });
  const words = page.getByText('This image cannot be drawn: it is damaged.');
  await expect(words).toBeVisible();
  await expect(page.getByText('No picture', { exact: true })).toBeVisible();
  await expect(page.getByText('Making the picture')).toHaveCount(0);
  await look(page, 'filter with a damaged logo');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled();
  await expect(words).toBeVisible();
  await page.getByRole('button', { name: 'Delete old.png' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete logo' }).click();
  await expect(toast(page, 'old.png was deleted')).toBeVisible();
  const kept = await own.api.call('GET', `${apiPath(own)}/filters`);
  expect((kept.body.filters as LiveFilter[])[0]?.value.logo).toBeNull();
});
