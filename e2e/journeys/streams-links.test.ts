import { spawnSync } from 'node:child_process';
import type { Stream } from '@headwater/contract/streams/schema';
import type { Page } from '@playwright/test';
import type { Api } from '../stage/api.ts';
import { visit } from '../stage/edge.ts';
import { expect, test } from '../stage/journey.ts';
import { createStream, expectPlaying, publish, streamEdges, streamsPath } from '../stage/streams.ts';

test.use({ account: 'gates' });

const statusOf = async (url: string) => {
  const { hostname, pathname } = new URL(url);
  return (await visit(hostname, pathname)).status;
};
const protectedBy = (bindIp: boolean) => ({ securetoken: { enabled: true, secrets: [], bindIp } });
const proofIn = (url: string) => /\/(~\d+\.[\w-]+)\//.exec(url)?.[1] ?? '';

async function makeLink(api: Api, { id }: Stream, expiresInSeconds: number) {
  const path = `/services/${api.serviceId}/streams/push/${id}/link`;
  return (await api.call('POST', path, { expiresInSeconds })).body as { hls: string; expiresAt: string };
}

test('a player whose links are good for seconds plays on by renewed ones, while the first opens nothing any more', async ({
  page,
  api,
  watch,
}) => {
  watch.play(streamEdges());
  const stream = await createStream(api, 'push', { name: 'Renewed', settings: protectedBy(false) });
  const publisher = publish(stream);
  const given: string[] = [];
  const answered: { proof: string; status: number }[] = [];
  page.on('response', (answer) => {
    const proof = proofIn(answer.url());
    if (proof !== '') answered.push({ proof, status: answer.status() });
  });
  // The player's own are good for ten minutes: in their place it is given what viewers get, for so long that a player who
  // is late by seconds, on a busy machine, still comes before the end: it renews every five.
  await page.route('**/streams/push/*/link', async (route) => {
    const link = await makeLink(api, stream, 20);
    given.push(link.hls);
    await route.fulfill({ json: link });
  });
  try {
    const { hls } = await makeLink(api, stream, 600);
    await expect.poll(() => statusOf(hls), { timeout: 60_000 }).toBe(200);
    await page.goto(`${streamsPath(api.serviceId, 'push')}/${stream.id}`);
    await expectPlaying(page);
    const [first = ''] = given;
    await expect.poll(() => statusOf(first), { timeout: 60_000 }).toBe(410);
    const before = answered.length;
    await expectPlaying(page);
    const later = () => answered.slice(before).filter(({ status }) => status === 200);
    await expect.poll(() => later().length, { timeout: 60_000 }).toBeGreaterThan(5);
    expect(later().map(({ proof }) => proof)).not.toContain(proofIn(first));
    // It never came with one that was over.
    expect(answered.filter(({ status }) => status >= 400)).toEqual([]);
  } finally {
    await publisher.stop();
  }
});

/** What a sample needs to run by itself: its site's request, which came from this machine, and a line that says the link. */
const runs: Record<string, (code: string) => [string, string[]]> = {
  'Node.js': (code) => [
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const request = { socket: { remoteAddress: '::ffff:127.0.0.1' } };\n${code}\nconsole.log(link);`,
    ],
  ],
  Python: (code) => ['python3', ['-c', `class request:\n  remote_addr = "::ffff:127.0.0.1"\n${code}\nprint(link)`]],
  PHP: (code) => [
    'php',
    ['-r', `$_SERVER['REMOTE_ADDR'] = '::ffff:127.0.0.1';\n${code.replace('<?php', '')}\necho $link;`],
  ],
};

async function readSample(page: Page, language: string): Promise<string> {
  await page.getByRole('radiogroup', { name: 'Language of the sample' }).getByText(language, { exact: true }).click();
  return page.locator('pre').filter({ hasText: 'STREAM_SECRET' }).innerText();
}

for (const bindIp of [false, true]) {
  test(`the samples of programs make links that edges take, ${bindIp ? 'bound to an address' : 'not bound'}`, async ({
    page,
    api,
  }) => {
    const stream = await createStream(api, 'push', { name: 'Samples', settings: protectedBy(bindIp) });
    const [secret = ''] = stream.settings.securetoken.secrets;
    const publisher = publish(stream);
    try {
      await page.goto(`${streamsPath(api.serviceId, 'push')}/${stream.id}?tab=settings&setting=securetoken`);
      for (const [language, howToRun] of Object.entries(runs)) {
        const [program, args] = howToRun(await readSample(page, language));
        const { stdout, stderr, error } = spawnSync(program, args, {
          env: { ...process.env, STREAM_SECRET: secret },
          encoding: 'utf8',
        });
        // A machine may lack a language; one that has it must run the sample without a word.
        if (error && 'code' in error && error.code === 'ENOENT') {
          test.info().annotations.push({ type: 'not run', description: `${language}: ${program} is not installed` });
          continue;
        }
        expect(stderr, language).toBe('');
        const link = stdout.trim();
        await expect.poll(() => statusOf(link), { message: language, timeout: 60_000 }).toBe(200);
        expect(await statusOf(link.replace(/~\d+/, '~9999999999')), language).toBe(403);
      }
    } finally {
      await publisher.stop();
    }
  });
}
