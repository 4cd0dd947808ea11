import { join } from 'node:path';
import { expect, test } from '../stage/journey.ts';
import { look, lookAsItIs } from '../stage/look.ts';
import { figureOf, rowOf, toast } from '../stage/screens.ts';
import {
  createStream,
  expectPlaying,
  publish,
  readSessions,
  streamEdges,
  streamsPath,
  untilReady,
} from '../stage/streams.ts';

/** The player that the code for pages fetches from elsewhere. */
const playerPath = join(import.meta.dirname, '../../node_modules/hls.js/dist/hls.mjs');

test.use({ account: 'streams' });

test('a push stream is created, published to and watched, and whoever has the wrong key is refused', async ({
  page,
  api,
  watch,
  origin,
  browser,
}) => {
  watch.play(streamEdges());
  const list = streamsPath(api.serviceId, 'push');
  await page.goto(list);
  await expect(page.getByText('No push streams yet')).toBeVisible();
  await look(page, 'no push streams');

  await test.step('Deploy Now asks for the type, then for its name', async () => {
    await page.getByRole('button', { name: 'Deploy Now', includeHidden: false }).last().click();
    await page.getByRole('menuitem', { name: /^Live stream/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Create a live stream');
    await lookAsItIs(page, 'deploy live');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Push stream/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create stream' }).click();
    await expect(page.getByText('Enter a name')).toBeVisible();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Morning news');
    await page.getByRole('dialog').getByRole('button', { name: 'Create stream' }).click();
    await expect(toast(page, 'Stream Created Succesfully')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`${list}/[a-z0-9]+$`));
  });

  const id = page.url().split('/').at(-1)!;
  const stream = await untilReady(api, { type: 'push', id });
  await expect(page.getByText('Waiting for a publisher').first()).toBeVisible();
  await look(page, 'stream waiting');

  await test.step('the key is hidden until it is asked for, and can be copied', async () => {
    const key = stream.ingest!.key!;
    await expect(page.getByText(key)).toBeHidden();
    await page.getByRole('button', { name: 'Copy stream key' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await page.getByRole('button', { name: 'Show the stream key' }).click();
    await expect(page.getByText(key, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Set up your encoder' }).click();
    await page.getByText('ffmpeg', { exact: true }).click();
    await expect(page.getByText(`${stream.ingest!.url}/${key}`)).toBeVisible();
  });

  await test.step('help that is open leaves no hole beside the picture', async () => {
    await page.getByRole('button', { name: 'Put it on your page' }).click();
    await expect(page.getByText(`const url = '${stream.playback.hls}'`)).toBeVisible();
    const end = async (title: string) => {
      const heading = page.getByRole('heading', { name: title, exact: true });
      const { y, height } = (await page.locator('section').filter({ has: heading }).boundingBox())!;
      return Math.round(y + height);
    };
    expect(await end('Picture')).toBe(await end('Watch it'));
    await look(page, 'help of a stream');
  });

  const visitor = await browser.newContext();
  const ownPage = await visitor.newPage();
  await test.step('the code for pages is put on one of their own before the broadcast begins', async () => {
    await page.getByRole('button', { name: 'Copy page code' }).click();
    const body = await page.evaluate(() => navigator.clipboard.readText());
    origin.answers('/live.html', { headers: { 'content-type': 'text/html' }, body });
    await ownPage.route('https://cdn.jsdelivr.net/npm/hls.js@1/dist/hls.mjs', (route) =>
      route.fulfill({
        path: playerPath,
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    const answered = ownPage.waitForResponse(stream.playback.hls);
    await ownPage.goto(`${origin.url}/live.html`);
    expect((await answered).status()).toBe(404);
  });

  const publisher = publish(stream);
  try {
    await test.step('the picture plays by itself, from the edge, with its health beside it', async () => {
      expect(await expectPlaying(page)).toBe(320);
      await expect(page.getByRole('main').getByText('Live', { exact: true }).first()).toBeVisible();
      await expect(figureOf(page, 'Bitrate')).toContainText('kbit/s');
      await expect(figureOf(page, 'Picture')).toHaveText('180p25');
      await expect(figureOf(page, 'Key frames')).toHaveText('1 s');
      await look(page, 'stream live');
    });

    await test.step('so does the page of their own, which nobody loads again', async () => {
      expect(await expectPlaying(ownPage)).toBe(320);
      await visitor.close();
    });

    await test.step('somebody with another key is refused, and the log says why', async () => {
      const stranger = publish(stream, `${stream.ingest!.key}x`);
      expect(await stranger.ended).not.toBe(0);
      await page.getByRole('tab', { name: 'Sessions' }).click();
      await expect(rowOf(page, 'Refused')).toContainText('The stream key is wrong');
      await expect(rowOf(page, 'H.264 320×180')).toContainText('Live');
      await look(page, 'sessions');
    });

    await test.step('the program behind it says what it costs', async () => {
      await page.getByRole('tab', { name: 'Processes' }).click();
      await expect(page.getByRole('main').getByText('Running', { exact: true }).first()).toBeVisible();
      await expect(figureOf(page, 'Memory')).toContainText('MB');
      await look(page, 'processes');
    });

    await test.step('restarted: the publisher has to connect again', async () => {
      await page.getByRole('tab', { name: 'Manage' }).click();
      await look(page, 'manage stream');
      await page.getByRole('button', { name: 'Restart stream' }).click();
      await lookAsItIs(page, 'restart stream');
      await page.getByRole('dialog').getByRole('button', { name: 'Restart stream' }).click();
      await expect(toast(page, 'Stream Restarted Succesfully')).toBeVisible();
      await publisher.ended;
      const reasons = async () => (await readSessions(api, stream)).map(({ reason }) => reason);
      await expect.poll(reasons, { timeout: 30_000 }).toContain('restarted');
    });
  } finally {
    await publisher.stop();
  }
});

test('a stream is disabled, enabled, deleted and restored, each with the promised words', async ({ page, api }) => {
  const { body } = await api.call('POST', `/services/${api.serviceId}/streams/timeshift`, {
    name: 'Later',
    delaySeconds: 5,
  });
  const { id } = body.stream as { id: string };
  const list = streamsPath(api.serviceId, 'timeshift');
  await page.goto(`${list}/${id}?tab=manage`);

  await test.step('updated', async () => {
    await expect(page.getByLabel('Delay', { exact: true })).toHaveValue('5');
    await page.getByLabel('Delay', { exact: true }).fill('2');
    await page.getByLabel('Unit of delay').selectOption('minutes');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(toast(page, 'Stream Updated Succesfully')).toBeVisible();
    const stream = await untilReady(api, { type: 'timeshift', id });
    expect(stream.delaySeconds).toBe(120);
  });

  await test.step('disabled and enabled', async () => {
    await page.getByRole('button', { name: 'Disable stream' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable stream' }).click();
    await expect(toast(page, 'Stream Disabled Succesfully')).toBeVisible();
    await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await expect(page.getByText('This stream is disabled', { exact: true })).toBeVisible();
    await look(page, 'stream disabled');
    await page.getByRole('tab', { name: 'Manage' }).click();
    await page.getByRole('button', { name: 'Enable stream' }).click();
    await expect(toast(page, 'Stream Enabled Succesfully')).toBeVisible();
  });

  await test.step('deleted: back to the list, which no longer has it', async () => {
    await page.getByRole('button', { name: 'Delete stream' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete stream' }).click();
    await expect(toast(page, 'Stream Deleted Successfully')).toBeVisible();
    await expect(page).toHaveURL(list);
    await expect(rowOf(page, 'Later')).toHaveCount(0);
    await page.getByLabel('Which streams').getByText('Deleted').click();
    await expect(rowOf(page, 'Later')).toBeVisible();
    await look(page, 'deleted streams');
  });

  await test.step('restored from its row', async () => {
    await page.getByRole('button', { name: 'Restore Later' }).click();
    await expect(toast(page, 'Stream Restored Succesfully')).toBeVisible();
    await expect(rowOf(page, 'Later')).toHaveCount(0);
    await page.getByText('In use', { exact: true }).click();
    await rowOf(page, 'Later').getByRole('link', { name: 'Later' }).click();
    await expect(page).toHaveURL(`${list}/${id}`);
  });
});

test('a stream that is not there is looked for where it should be, and the page says how far that went', async ({
  page,
  api,
}) => {
  const list = streamsPath(api.serviceId, 'abr');
  await page.goto(`${list}/nosuchstream`);
  await expect(page.getByRole('heading', { name: 'Stream not found after fetching.' })).toBeVisible();
  await expect(toast(page, 'Stream not found after fetching.')).toBeVisible();
  await look(page, 'no such stream');

  await page.goto(list);
  await expect(page.getByText('No multi-bitrate streams yet')).toBeVisible();
  await page.evaluate((path) => history.pushState({}, '', path), `${list}/nosuchstream`);
  await expect(page.getByRole('heading', { name: 'Stream not found in store.' })).toBeVisible();
  await expect(toast(page, 'Stream not found in store.')).toBeVisible();

  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByRole('heading', { name: 'Stream not found after fetching.' })).toBeVisible();
  await page.getByRole('link', { name: 'See all multi-bitrate streams' }).click();
  await expect(page).toHaveURL(list);
});

test.describe('on a phone', () => {
  // Most people have motion: the fade is one that goes by how far the tabs are scrolled.
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'no-preference' } });

  test('tabs that go on fade where they do, and the open one is clear of that', async ({ page, api }) => {
    const { id } = await createStream(api, 'push', { name: 'Many tabs' });
    const path = `${streamsPath(api.serviceId, 'push')}/${id}`;
    const tabs = page.getByRole('tablist', { name: 'Stream' });
    /** How much is to be seen of what stands at the left edge and at the right one. */
    const seen = () =>
      tabs.evaluate((list) => ['--before', '--after'].map((name) => getComputedStyle(list).getPropertyValue(name)));
    await page.goto(path);
    await expect.poll(seen).toEqual(['1', '0']);
    await page.goto(`${path}?tab=processes`);
    await expect.poll(seen).toEqual(['0', '0']);
    await page.goto(`${path}?tab=manage`);
    await expect.poll(seen).toEqual(['0', '1']);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(seen).toEqual(['1', '1']);
  });
});
