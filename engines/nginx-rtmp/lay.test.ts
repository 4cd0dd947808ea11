import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../lib/testing/index.ts';
import { findNginxRtmp, layRtmp, type RtmpOptions, testRtmp } from './index.ts';
import { TestRtmp } from './testing/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rtmp-lay-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function layIn(changes: Partial<RtmpOptions> = {}) {
  const nginx = findNginxRtmp();
  if (!nginx.ok) throw new Error(nginx.reason);
  return layRtmp({
    folder,
    address: '127.0.0.1',
    port: await freePort(),
    rtmps: { port: await freePort(), proxiedPort: await freePort() },
    hookUrl: 'http://127.0.0.1:9/secret',
    nginx,
    ...changes,
  });
}

test.each(['0.0.0.0', '::', '127.0.0.2', '::1'])('nginx accepts to listen on %s', async (address) => {
  await testRtmp(await layIn({ address }));
});

test('publishers of both families come with the address they have', async () => {
  const rtmp = await new TestRtmp({ address: '::' }).start();
  rtmp.answer = () => false;
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:d=1', '-c:v', 'libx264', '-f', 'flv'];
  for (const host of ['127.0.0.1', '[::1]']) {
    const publishing = promisify(execFile)('ffmpeg', [...picture, `rtmp://${host}:${rtmp.port}/live/name`]);
    await expect(publishing).rejects.toThrow();
  }
  expect(rtmp.calls.map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
  await rtmp.stop();
});

test('the certificate is made once and kept, and nobody else reads its key or the secret of the hook', async () => {
  await layIn();
  const read = () => readFileSync(join(folder, 'conf/rtmps.crt'), 'utf8');
  const first = read();
  await layIn();
  expect(read()).toBe(first);
  for (const name of ['rtmps.key', 'nginx.conf']) expect(statSync(join(folder, 'conf', name)).mode & 0o777).toBe(0o600);
});

test('a certificate of the operator is taken instead, and what is wrong with it is told', async () => {
  await layIn();
  const other = { certificate: join(folder, 'conf/rtmps.crt'), key: join(folder, 'absent.key') };
  const layout = await layIn({ rtmps: { port: 1936, proxiedPort: 1937, certificate: other } });
  await expect(testRtmp(layout)).rejects.toThrow(/absent\.key/);
});

test.each([
  { hookUrl: 'http://127.0.0.1:9/secret; exec rm' },
  { hookUrl: 'http://192.0.2.1:9/secret' },
  { address: '127.0.0.1; record all' },
  { port: 70_000 },
])('%o does not get into the configuration', async (changes) => {
  await expect(layIn(changes)).rejects.toThrow(/^not /);
});
