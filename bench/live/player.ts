import { Agent, get } from 'node:http';
import { posix } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where a stream's master playlist is. */
export type Player = { port: number; host: string; path: string; headers: Record<string, string> };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const askEveryMs = 20;
const patienceMs = 30_000;

export function ask({ port, host, headers }: Player, path: string): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent, headers: { ...headers, host } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode!, body: Buffer.concat(chunks) }));
    }).on('error', reject);
  });
}

/** What this path gives, or null while it gives nothing. */
async function read(player: Player, path: string): Promise<string | null> {
  const { status, body } = await ask(player, path);
  return status === 200 ? body.toString() : null;
}

const urisOf = (playlist: string) => playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** The playlist of the best rung. */
export async function findMedia(player: Player, ending = ''): Promise<string | null> {
  const [first] = urisOf((await read(player, `${player.path}${ending}`)) ?? '');
  return first === undefined ? null : posix.join(posix.dirname(player.path), first);
}

export async function listSegments(player: Player, media: string, ending = ''): Promise<string[]> {
  return urisOf((await read(player, `${media}${ending}`)) ?? '').map((uri) => posix.join(posix.dirname(media), uri));
}

/**
 * Asks until a wanted segment is listed and comes.
 * @returns the time at which it had come. Each question is one of its own, so that what is seen is when it is there and not
 * when a cache was told: `asLate` leaves that out, as a viewer who asks among many.
 */
export async function waitForSegment(
  player: Player,
  isWanted: (path: string) => boolean,
  { asLate = false, everyMs = askEveryMs } = {},
): Promise<number> {
  let media: string | null = null;
  for (const startedAt = performance.now(); performance.now() - startedAt < patienceMs; await sleep(everyMs)) {
    const ending = () => (asLate ? '' : `?at=${performance.now()}`);
    media ??= await findMedia(player, ending());
    if (media === null) continue;
    const wanted = (await listSegments(player, media, ending())).find(isWanted);
    if (wanted === undefined) continue;
    const { status, body } = await ask(player, wanted);
    if (status === 200 && body.length > 0) return Date.now();
  }
  throw new Error(`nothing to play at ${player.host}${player.path}`);
}

/** A viewer: every two seconds the playlist, and each segment that is new in it. Resolves with what came when it ends. */
export async function watch(player: Player, signal: AbortSignal): Promise<{ segments: number; failed: number }> {
  const seen = { segments: 0, failed: 0 };
  const known = new Set<string>();
  let media: string | null = null;
  while (!signal.aborted) {
    media ??= await findMedia(player);
    for (const path of media === null ? [] : await listSegments(player, media)) {
      if (known.has(path)) continue;
      known.add(path);
      if ((await ask(player, path)).status === 200) seen.segments++;
      else seen.failed++;
    }
    await sleep(2000, undefined, { signal }).catch(() => {});
  }
  return seen;
}
