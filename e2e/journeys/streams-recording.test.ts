import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programsOf } from '@headwater/engines/ffmpeg/testing';
import { expect, test } from '../stage/journey.ts';
import { look, lookAsItIs } from '../stage/look.ts';
import { rowOf, toast } from '../stage/screens.ts';
import { expectPlaying, publish, streamEdges, streamsPath, untilReady } from '../stage/streams.ts';

test.use({ account: 'streams' });

const run = promisify(execFile);
// Long enough for a busy machine to show it while it lasts.
const lastsSeconds = 15;

test('a recorded stream keeps what came in: it is listed, played, downloaded in its whole length, and deleted', async ({
  page,
  api,
  watch,
}) => {
  watch.play(streamEdges());
  await page.goto(streamsPath(api.serviceId, 'record'));

  await test.step('created from the list, opened under its other name', async () => {
    await page.getByRole('button', { name: 'Create stream' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Council');
    await dialog.getByRole('textbox', { name: 'Days' }).fill('7');
    await lookAsItIs(page, 'create record');
    await dialog.getByRole('button', { name: 'Create stream' }).click();
    await expect(toast(page, 'Stream Created Succesfully')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${streamsPath(api.serviceId, 'dvr')}/[a-z0-9]+$`));
  });
  const id = page.url().split('/').at(-1)!;

  await test.step('it does not wait for a publisher who stops', async () => {
    await page.getByRole('tab', { name: 'Manage' }).click();
    await page.getByLabel('Reconnect window', { exact: true }).fill('0');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(toast(page, 'Stream Updated Succesfully')).toBeVisible();
  });

  const stream = await untilReady(api, { type: 'dvr', id });
  await page.goto(`${streamsPath(api.serviceId, 'record')}/${id}?tab=recordings`);
  await expect(page.getByText('No recordings yet')).toBeVisible();
  const publisher = publish(stream, stream.ingest?.key, { seconds: lastsSeconds });
  try {
    await expect(rowOf(page, 'Recording')).toBeVisible();
    await publisher.ended;
  } finally {
    await publisher.stop();
  }
  await expect(rowOf(page, 'Stored')).toBeVisible({ timeout: 60_000 });
  await look(page, 'recordings');

  await test.step('with its picture, which has a column of its own only where there is room', async () => {
    const picture = page.getByText(/^H\.264 320×180/).filter({ visible: true });
    await expect(picture).toHaveCount(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(picture).toHaveCount(1);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('played', async () => {
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    expect(await expectPlaying(page)).toBe(320);
    await lookAsItIs(page, 'play recording');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('downloaded: an MP4 of the length that was published', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download MP4' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.mp4$/);
    const asked = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', await download.path()];
    const { stdout } = await run(programsOf().ffprobe, asked);
    expect(Math.abs(Number(stdout) - lastsSeconds)).toBeLessThan(1);
  });

  await test.step('deleted for good', async () => {
    await page.getByRole('button', { name: 'Delete recording' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete recording' }).click();
    await expect(toast(page, 'The recording was deleted')).toBeVisible();
    await expect(page.getByText('No recordings yet')).toBeVisible();
  });
});
