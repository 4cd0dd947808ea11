import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeHls } from '@headwater/engines/ffmpeg/testing';
import { expect, test } from '../stage/journey.ts';
import { look, lookAsItIs } from '../stage/look.ts';
import { rowOf, toast } from '../stage/screens.ts';
import { expectPlaying, streamEdges, streamsPath } from '../stage/streams.ts';

test.use({ account: 'streams' });

test('a pull stream is fetched from the source that works, and what is wrong with a source is said in full', async ({
  page,
  api,
  origin,
  watch,
}, info) => {
  watch.play(streamEdges());
  const folder = info.outputPath('source');
  await makeHls(folder, { seconds: 40 });
  for (const name of ['index.m3u8', ...Array.from({ length: 40 }, (_, index) => `index${index}.ts`)]) {
    origin.answers(`/${name}`, { body: await readFile(join(folder, name)) });
  }
  const list = streamsPath(api.serviceId, 'pull');
  await page.goto(list);

  await test.step('an address that cannot be a source is refused at its field', async () => {
    await page.getByRole('button', { name: 'Create stream' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Relay');
    await dialog.getByLabel('First source', { exact: true }).fill('ftp://example.com/news');
    await dialog.getByRole('button', { name: 'Create stream' }).click();
    await expect(dialog.getByText(/it must start with rtmp/)).toBeVisible();
    await lookAsItIs(page, 'create pull');
    await dialog.getByLabel('First source', { exact: true }).fill(`${origin.url}/gone/index.m3u8`);
    await dialog.getByRole('button', { name: 'Add a source' }).click();
    await expect(dialog.getByLabel('Second source', { exact: true })).toBeFocused();
    await dialog.getByLabel('Second source', { exact: true }).fill(`${origin.url}/index.m3u8`);
    await dialog.getByRole('button', { name: 'Try the second source earlier' }).click();
    await expect(dialog.getByLabel('First source', { exact: true })).toHaveValue(`${origin.url}/index.m3u8`);
    await dialog.getByRole('button', { name: 'Create stream' }).click();
    await expect(toast(page, 'Stream Created Succesfully')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${list}/[a-z0-9]+$`));
  });

  await test.step('it plays without anybody doing anything', async () => {
    expect(await expectPlaying(page)).toBe(320);
  });

  await test.step('sources are updated; a refusal tells each message of its list', async () => {
    await page.getByRole('tab', { name: 'Sources' }).click();
    await look(page, 'sources');
    // The journeys' Headwater lets sources be private, so it refuses none of these by itself.
    await page.route('**/sources', (route) =>
      route.fulfill({
        status: 422,
        json: {
          result: 'error',
          message: 'The name nowhere.example does not resolve to an address. Check its spelling.',
          code: 'source_unresolvable',
          requestId: 'r',
          errors: [
            {
              field: 'sources.0.url',
              message: 'The name nowhere.example does not resolve to an address. Check its spelling.',
            },
            { field: 'sources.1.url', message: '10.0.0.1 is private, which live servers do not fetch from.' },
          ],
        },
      }),
    );
    await page.getByRole('button', { name: 'Remove the second source' }).click();
    await page.getByRole('button', { name: 'Update sources' }).click();
    await expect(toast(page, 'The name nowhere.example does not resolve')).toBeVisible();
    await expect(toast(page, '10.0.0.1 is private, which live servers do not fetch from.')).toBeVisible();
    await page.unroute('**/sources');
    await page.getByRole('button', { name: 'Update sources' }).click();
    await expect(toast(page, 'Stream Source Updated Succesfully')).toBeVisible();
  });

  await test.step('the list says that it is live', async () => {
    await page.goto(list);
    await expect(rowOf(page, 'Relay')).toContainText('Live');
    await look(page, 'pull streams');
  });
});
