import { describe, expect, test } from 'vitest';
import { askFeed, report } from '../../testing/edge.ts';
import { useWorld } from '../../testing/index.ts';
import { runWords } from '../../testing/run-command.ts';
import { commands } from './commands.ts';

const world = useWorld();
const run = (...words: string[]) => runWords(world, commands, 'node', ...words);
const join = async (token: string) => (await world.ask(null, 'POST', '/nodes/join', { token })).status;
const stateOf = async (name: string) =>
  (await world.database.ownerPool.query('select state from nodes where name = $1', [name])).rows[0]?.state;

describe('node add', () => {
  test('prints the one line to run on the node’s machine, with a token that works', async () => {
    const { code, out } = await run('add', '--name', 'edge-1');
    expect(code).toBe(0);
    expect(out).toContain('edge-1 may join within 24 hours');
    const line =
      /HEADWATER_ROLES=edge HEADWATER_CONTROL_URL=http:\/\/localhost:3000 HEADWATER_JOIN_TOKEN=(\S+) npm start/;
    expect(await join(line.exec(out)![1]!)).toBe(201);
  });

  test('prints for a name server what a name server needs', async () => {
    const { out } = await run('add', '--kind', 'dns', '--name', 'ns1');
    expect(out).toMatch(/^ {2}HEADWATER_ROLES=dns HEADWATER_CONTROL_URL=\S+ HEADWATER_JOIN_TOKEN=hwj_\S+ npm start$/m);
  });

  test('speaks JSON to scripts', async () => {
    const { out } = await run('add', '--name', 'edge-json', '--json');
    expect(await join(JSON.parse(out).token)).toBe(201);
  });

  test('refuses a name that is taken, unless it is to replace', async () => {
    const edge = await world.addNode('edge-taken');
    const { code, err } = await run('add', '--name', 'edge-taken');
    expect({ code, err }).toEqual({
      code: 1,
      err: 'There is a node edge-taken already. --replace gives it a new join token.',
    });
    await askFeed(world, edge);
    expect((await run('add', '--name', 'edge-taken', '--replace')).code).toBe(0);
    await expect(askFeed(world, edge)).rejects.toThrow(/401/);
  });

  test.each([
    [[], /--name is required/],
    [['--name', 'Edge_1'], /--name: Use lower-case letters/],
    [['--name', 'edge', '--kind', 'toaster'], /--kind: Must be one of: edge, dns/],
  ])('refuses %j', async (words, reason) => {
    const { code, err } = await run('add', ...words);
    expect(code).toBe(2);
    expect(err).toMatch(reason);
  });
});

describe('node drain and node remove', () => {
  test('a drained node keeps following and counts no more; put back, it counts once it has caught up', async () => {
    const edge = await world.addNode('edge-drained');
    await report(world, edge);
    expect(await stateOf('edge-drained')).toBe('in_service');
    expect((await run('drain', '--name', 'edge-drained')).out).toBe('edge-drained is drained');
    await report(world, edge);
    expect(await stateOf('edge-drained')).toBe('draining');
    expect((await run('drain', '--name', 'edge-drained', '--back')).out).toMatch(
      /back in service once it has caught up/,
    );
    expect(await stateOf('edge-drained')).toBe('joining');
    await report(world, edge);
    expect(await stateOf('edge-drained')).toBe('in_service');
  });

  test('a removed node is gone, and its credential is dead at once', async () => {
    const edge = await world.addNode('edge-removed');
    expect((await run('remove', '--name', 'edge-removed')).out).toBe('edge-removed is removed');
    await expect(askFeed(world, edge)).rejects.toThrow(/401/);
  });

  test.each(['drain', 'remove'])('%s says so when there is no such node', async (verb) => {
    expect(await run(verb, '--name', 'nowhere')).toMatchObject({ code: 1, err: 'There is no edge node nowhere.' });
  });
});

test('node list shows each with its state, progress, last report and warnings, or how to begin', async () => {
  const edge = await world.addNode('edge-listed');
  const refused = [{ key: 'zone/shop', seq: 1, reason: 'its origin is private' }];
  await report(world, edge, {
    warnings: ['The disk is nearly full.'],
    notices: ['origin.test cannot be resolved.'],
    refused,
  });
  await world.addNode('edge-silent');
  const { code, out } = await run('list');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^edge-listed\tedge\tin_service\tserving\tseen \d+ s ago\tapplied \d+\n {2}The disk is nearly full\.\n {2}origin\.test cannot be resolved\.\n {2}refuses zone\/shop: its origin is private$/m,
  );
  expect(out).toMatch(/^edge-silent\tedge\tjoining\tnot serving\tseen never\tapplied 0$/m);
  await world.database.ownerPool.query('delete from nodes');
  expect((await run('list')).out).toBe('No nodes. Announce one with: node add --name edge-1');
});
