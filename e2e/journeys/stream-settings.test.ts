import type { Stream } from '@headwater/contract/streams/schema';
import type { StreamSettings } from '@headwater/contract/streams/settings';
import type { Page } from '@playwright/test';
import { visit } from '../stage/edge.ts';
import { expect, test } from '../stage/journey.ts';
import { look } from '../stage/look.ts';
import { enter, makeOwnAccount, type OwnAccount } from '../stage/own-account.ts';
import { toast, turn } from '../stage/screens.ts';

const settingsPath = ({ serviceId }: OwnAccount, page: string) => `/${serviceId}/streams/settings/${page}`;

async function createStream({ api, serviceId }: OwnAccount, name: string, settings: Partial<StreamSettings> = {}) {
  const { status, body } = await api.call('POST', `/services/${serviceId}/streams/push`, { name, settings });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.stream as Stream;
}

async function readStream({ api, serviceId }: OwnAccount, id: string): Promise<Stream> {
  return (await api.call('GET', `/services/${serviceId}/streams/push/${id}`)).body.stream as Stream;
}

/** Pastes into the field that has the focus. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('Control+V');
}

test('a default is added to the streams that are there once it was shown which change and how', async ({ page }) => {
  const own = await makeOwnAccount('Gita Geoblock');
  const limits = { enabled: true, policy: 'allow', list: ['AT'], exceptIps: [] } as const;
  const alps = await createStream(own, 'Alps', { geoblock: { ...limits, list: [...limits.list], exceptIps: [] } });
  const world = await createStream(own, 'World');
  await enter(page, own.token, `/${own.serviceId}/dashboard`);
  await page.getByRole('banner').getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Live settings' }).click();
  await expect(page).toHaveURL(`/${own.serviceId}/streams/settings`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Live settings');
  await expect(page).toHaveTitle(/^Playback paths · Live settings · /);
  await expect(page.getByRole('tab', { name: 'Playback paths' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Geo block' }).click();
  await expect(page).toHaveURL(settingsPath(own, 'geo-block'));
  await turn(page, 'Limit to countries', true);
  await page.getByLabel('Only those from the countries below can watch').check();
  await expect(page.getByText('Nobody can watch: no country is allowed yet.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Allowed countries' }).click();
  await paste(page, 'France, Atlantis\nDE');
  await expect(page.getByText('Atlantis is no country')).toBeVisible();
  await expect(page.getByText('Only visitors from France and Germany can watch.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Append' }).check();
  const changes = page.getByRole('list', { name: 'Streams that change' });
  await expect(changes.getByRole('listitem').filter({ hasText: 'Alps' })).toContainText(
    'Only visitors from Austria, France and Germany can watch.',
  );
  await expect(changes.getByRole('listitem').filter({ hasText: 'World' })).toContainText(
    'Visitors from every country can watch.',
  );
  await look(page, 'default of a stream setting');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Saved. 2 streams changed.')).toBeVisible();
  expect((await readStream(own, alps.id)).settings.geoblock.list).toEqual(['AT', 'FR', 'DE']);
  expect((await readStream(own, world.id)).settings.geoblock).toMatchObject({ enabled: true, list: ['FR', 'DE'] });
});

test('overwriting what streams have asks first', async ({ page }) => {
  const own = await makeOwnAccount('Otto Overwrite');
  const kept = await createStream(own, 'Kept', {
    useragent: { enabled: true, policy: 'allow', list: ['TV*'], caseSensitive: false },
  });
  await enter(page, own.token, settingsPath(own, 'user-agent'));
  await turn(page, 'Limit to user agents', true);
  await page.getByLabel('Blocked patterns', { exact: true }).fill('VLC');
  await page.keyboard.press('Enter');
  await page.getByLabel('Try a user agent').fill('VLC/3.0.20 LibVLC/3.0.20');
  await expect(page.getByText('Let in', { exact: true })).toBeVisible();
  await expect(page.getByText('VLC is only a part of it')).toBeVisible();
  await look(page, 'user agent that is meant as a part');
  await page.getByRole('button', { name: 'Make it *VLC*' }).click();
  await expect(page.getByText('Refused', { exact: true })).toBeVisible();
  await expect(page.getByText('has no *')).toBeHidden();
  await page.getByRole('radio', { name: 'Overwrite' }).check();
  await expect(page.getByText('1 stream changes')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 stream of this service gets this setting in place of what it has now.');
  expect((await readStream(own, kept.id)).settings.useragent.list).toEqual(['TV*']);
  await dialog.getByRole('button', { name: 'Overwrite' }).click();
  await expect(toast(page, 'Saved. 1 stream changed.')).toBeVisible();
  expect((await readStream(own, kept.id)).settings.useragent).toMatchObject({ policy: 'block', list: ['*VLC*'] });
});

test("a stream's own addresses: bad ones are named, an empty list warns, nobody's change is undone", async ({
  page,
}) => {
  const own = await makeOwnAccount('Ivo Internet');
  const stream = await createStream(own, 'Office only');
  await enter(page, own.token, `/${own.serviceId}/streams/push/${stream.id}?tab=settings&setting=ipaccess`);
  await turn(page, 'Limit to addresses', true);
  await expect(page.getByText('Nobody can watch: no address is allowed yet.')).toBeVisible();
  await page.getByLabel('Allowed addresses', { exact: true }).click();
  await paste(page, '203.0.113.0/24, 10.0.0.300\n2001:db8::/32 203.0.113.0/24');
  await expect(page.getByText('10.0.0.300: Enter an address such as 203.0.113.7')).toBeVisible();
  await look(page, 'settings of a stream');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('Allowed addresses', { exact: true })).toBeFocused();
  expect((await readStream(own, stream.id)).settings.ipaccess.enabled).toBe(false);
  await page.getByRole('button', { name: 'Remove 10.0.0.300' }).click();
  await page.getByLabel('Try an address').fill('203.0.113.99');
  await expect(page.getByText('named by 203.0.113.0/24')).toBeVisible();

  // An answer without words.
  const ofTheStream = (url: URL) => url.pathname.endsWith(`/streams/push/${stream.id}`);
  await page.route(ofTheStream, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('An unexpected error occurred')).toBeVisible();
  await page.unroute(ofTheStream);
  // What still stands in the field when saving is pressed belongs to it.
  await page.getByLabel('Allowed addresses', { exact: true }).fill('198.51.100.64/26');
  await page.getByRole('button', { name: 'Save changes' }).click({ delay: 150 });
  await expect(toast(page, 'Stream Updated Succesfully')).toBeVisible();
  const { ipaccess } = (await readStream(own, stream.id)).settings;
  expect(ipaccess).toMatchObject({
    enabled: true,
    policy: 'allow',
    list: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.64/26'],
  });

  // Somebody else is faster.
  await page.getByRole('button', { name: 'Remove 2001:db8::/32' }).click();
  const path = `/services/${own.serviceId}/streams/push/${stream.id}`;
  const theirs = { ...ipaccess, list: ['198.51.100.7'] };
  expect((await own.api.call('PATCH', path, { settings: { ipaccess: theirs } })).status).toBe(200);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Somebody else changed this stream in the meantime')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: 'Change 198.51.100.7' })).toBeVisible();
  expect((await readStream(own, stream.id)).settings.ipaccess.list).toEqual(['198.51.100.7']);
});

/** Runs the sample on the page as the customer's server would. */
async function runSample(code: string, secret: string): Promise<string> {
  const source = `const process = { env: { STREAM_SECRET: ${JSON.stringify(secret)} } };\n${code}\nexport default link;`;
  return (await import(`data:text/javascript,${encodeURIComponent(source)}`)).default as string;
}

test('links by the sample and by the panel pass the edge, others do not; a rotated secret stays good', async ({
  page,
}) => {
  const own = await makeOwnAccount('Tara Token');
  const stream = await createStream(own, 'Members only');
  await enter(page, own.token, `/${own.serviceId}/streams/push/${stream.id}?tab=settings&setting=securetoken`);
  await turn(page, 'Ask for signed links', true);
  const first = await page.getByLabel('Secret', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Rotate' }).click();
  await expect(page.getByLabel('The secret before')).toHaveValue(first);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Stream Updated Succesfully')).toBeVisible();
  await page.getByRole('button', { name: 'Make a test link' }).click();
  const made = await page.getByRole('status').filter({ hasText: 'Good until' }).locator('.mono').innerText();
  const signed = await runSample(await page.locator('pre code').innerText(), first);
  const answerTo = async (link: string) => {
    const { hostname, pathname } = new URL(link);
    return (await visit(hostname, pathname)).status;
  };
  // Nobody publishes: whom the edge lets in hears so, and nothing else.
  await expect.poll(() => answerTo(stream.playback.hls)).toBe(403);
  await expect.poll(() => answerTo(made)).toBe(404);
  expect(await answerTo(signed)).toBe(404);
  expect(await answerTo(signed.replace(/~\d+/, '~9999999999'))).toBe(403);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => answerTo(signed)).toBe(403);
  expect(await answerTo(made)).toBe(404);
});
