import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotJoin, obtainCredential } from './credential.ts';
import { useNodeBench } from './testing/running-node.ts';

const bench = useNodeBench();

test('joins once, keeps its credential to itself, and starts again without the token', async () => {
  const { signal } = new AbortController();
  const joining = { kind: 'edge' as const, folder: bench.folder, controlUrl: bench.control.url, joinToken: 'join-me' };
  const first = await obtainCredential(joining, signal);
  expect((await stat(join(bench.folder, 'credential.json'))).mode & 0o777).toBe(0o600);
  expect(await obtainCredential(joining, signal)).toMatchObject(first);
  expect(await obtainCredential({ ...joining, joinToken: null }, signal)).toMatchObject(first);
  expect(await obtainCredential({ ...joining, joinToken: 'used-up' }, signal)).toMatchObject(first);
});

test('a used-up token on a fresh node is refused in words', async () => {
  const joining = { kind: 'edge' as const, folder: bench.folder, controlUrl: bench.control.url, joinToken: 'used-up' };
  await expect(obtainCredential(joining, new AbortController().signal)).rejects.toThrow(CannotJoin);
});

test('a token for another kind of node is refused in words', async () => {
  const joining = { kind: 'dns' as const, folder: bench.folder, controlUrl: bench.control.url, joinToken: 'join-me' };
  await expect(obtainCredential(joining, new AbortController().signal)).rejects.toThrow(
    'The node edge-1 is of kind edge; this program runs one of kind dns.',
  );
});
