import { beforeEach, describe, expect, test } from 'vitest';
import { useWorld } from '../../testing/index.ts';
import { announceNode } from './credentials.ts';

const world = useWorld();
beforeEach(() => world.database.ownerPool.query('delete from attempt_limits'));

const join = (token: string) => world.ask(null, 'POST', '/nodes/join', { token });
const follows = async (credential: string) => (await world.ask(credential, 'GET', '/nodes/feed?waitSeconds=0')).status;
const refused = {
  result: 'error',
  message: 'This join token is unknown, used up or expired.',
  code: 'invalid_credentials',
  requestId: expect.any(String),
};

describe('a join token', () => {
  test('is exchanged once for the node’s own credential', async () => {
    const token = await announceNode(world.database, 'edge', 'edge-1', false);
    const { status, body } = await join(token);
    expect(status).toBe(201);
    expect(body).toEqual({
      result: 'success',
      nodeId: expect.stringMatching(/^[a-z0-9]{16}$/),
      name: 'edge-1',
      kind: 'edge',
      credential: expect.stringMatching(/^hwn_[\w-]{43}$/),
    });
    expect(await follows(body.credential)).toBe(200);
    const again = await join(token);
    expect({ status: again.status, body: again.body }).toEqual({ status: 401, body: refused });
    expect(await follows(body.credential)).toBe(200);
  });

  test('is exchanged by one of many that come at once', async () => {
    const token = await announceNode(world.database, 'edge', 'edge-2', false);
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
  });

  test('lasts a day', async () => {
    const token = await announceNode(world.database, 'edge', 'edge-3', false);
    await world.database.ownerPool.query(
      `update nodes set join_token_expires_at = join_token_expires_at - interval '24 hours' where name = 'edge-3'`,
    );
    expect((await join(token)).body).toEqual(refused);
  });

  test('that replaces a node kills the old credential and the old token at once', async () => {
    const first = await announceNode(world.database, 'edge', 'edge-4', false);
    const { body } = await join(first);
    const second = await announceNode(world.database, 'edge', 'edge-4', true);
    expect(await follows(body.credential)).toBe(401);
    const third = await announceNode(world.database, 'edge', 'edge-4', true);
    expect((await join(second)).status).toBe(401);
    const joined = await join(third);
    expect(joined.body.nodeId).toBe(body.nodeId);
    expect(await follows(joined.body.credential)).toBe(200);
    expect(await follows(body.credential)).toBe(401);
  });

  test('is not given for a name that is taken, unless it is to replace', async () => {
    await announceNode(world.database, 'edge', 'edge-5', false);
    await expect(announceNode(world.database, 'edge', 'edge-5', false)).rejects.toThrow(/edge-5 already/);
  });

  test('is no credential, and a credential is no join token', async () => {
    const token = await announceNode(world.database, 'edge', 'edge-6', false);
    expect(await follows(token)).toBe(401);
    const { body } = await join(token);
    expect((await join(body.credential)).status).toBe(401);
  });

  test('and the credential are kept as hashes only', async () => {
    const token = await announceNode(world.database, 'edge', 'edge-7', false);
    const waiting = await announceNode(world.database, 'edge', 'edge-8', false);
    const { body } = await join(token);
    const { rows } = await world.database.ownerPool.query('select n::text as whole from nodes n');
    for (const secret of [token, waiting, body.credential]) {
      for (const { whole } of rows) expect(whole).not.toContain(secret.slice(4));
    }
  });

  test('cannot be guessed: an address has twenty attempts a minute', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => join(`hwj_guess-${n}`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    const limited = answers.find(({ status }) => status === 429)!;
    expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  test.each([[{}], [{ token: 5 }], [{ token: 'x'.repeat(201) }]])('%j is bad input', async (body) => {
    expect((await world.ask(null, 'POST', '/nodes/join', body)).body.code).toBe('invalid_input');
  });
});
