import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { decodeWire, encodeWire, type WireValue } from './wire.ts';
import { type EdgeZoneConfig, readZone, type ZoneOnWire } from './zone.ts';

export type Refusal = { zoneId: string; reason: string };
export type EdgeStatus = { bootId: string; open: boolean; zones: number; caching: boolean };

const timeoutMs = 20_000;
/** Larger pushes are cut, so that serving is not held up for long by any one of them. */
const atOnce = { zones: 1000, bytes: 1_000_000 };

function cut(zones: ZoneOnWire[]): ZoneOnWire[][] {
  const parts: ZoneOnWire[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const zone of zones) {
    if (bytes > atOnce.bytes || parts.at(-1)!.length >= atOnce.zones) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(zone);
    bytes += zone.document.length;
  }
  return parts;
}

/** nginx writes the journal, which survives its own death; this makes it survive a power cut too, without making nginx wait. */
async function sync(journal: WireValue): Promise<void> {
  const file = await open(String(journal), 'r');
  await file.datasync().finally(() => file.close());
}

/** Speaks to a running edge over its control socket. Calls of one instance are sent in order, one at a time. */
export class EdgeControl {
  readonly #controlSocket: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #last: Promise<unknown> = Promise.resolve();

  constructor(controlSocket: string) {
    this.#controlSocket = controlSocket;
  }

  /** bootId is new at every start of nginx: zones live only in its memory and must be handed over again. */
  status(): Promise<EdgeStatus> {
    return this.#inTurn(async () => (await this.#call('status')) as EdgeStatus);
  }

  /** Refused zones keep their last good version; the others apply. */
  putZones(zones: EdgeZoneConfig[]): Promise<{ refused: Refusal[] }> {
    return this.#inTurn(async () => ({ refused: await this.#put(zones) }));
  }

  removeZones(zoneIds: string[]): Promise<void> {
    return this.#inTurn(async () => void (await this.#call('remove', zoneIds)));
  }

  /** The whole state: zones that are not among these are removed. */
  replaceZones(zones: EdgeZoneConfig[]): Promise<{ refused: Refusal[] }> {
    return this.#inTurn(async () => {
      await this.#call(
        'keep',
        zones.map((zone) => zone.id),
      );
      return { refused: await this.#put(zones) };
    });
  }

  /** Resolves once the purge is in force and on disk. Paths are percent-encoded, with their query string. */
  purgePaths(zoneId: string, paths: string[]): Promise<void> {
    return this.#inTurn(async () => {
      if (paths.length === 0) return;
      await sync(await this.#call('purge', { zone: zoneId, paths }));
    });
  }

  /** Everything cached so far becomes unreachable: for a node that may have missed purges. */
  forget(): Promise<void> {
    return this.#inTurn(async () => {
      await sync(await this.#call('forget'));
    });
  }

  /** The edge starts closed: requests wait up to 5 s and then get 503. */
  open(): Promise<void> {
    return this.#inTurn(async () => void (await this.#call('open')));
  }

  /** Off: nothing new is stored, what is stored is still served. */
  setCaching(on: boolean): Promise<void> {
    return this.#inTurn(async () => void (await this.#call('caching', on)));
  }

  /** Lets go of the connection. The instance can still be used. */
  close(): void {
    this.#agent.destroy();
  }

  async #put(zones: EdgeZoneConfig[]): Promise<Refusal[]> {
    const refused: Refusal[] = [];
    const accepted: ZoneOnWire[] = [];
    for (const zone of zones) {
      const read = readZone(zone);
      if (read.ok) accepted.push(read.wire);
      else refused.push({ zoneId: String(zone.id), reason: read.reason });
    }
    const parts = cut(accepted);
    const first = await this.#hand(parts);
    // A host name may have been given up by a zone in a later part.
    const again = parts.length > 1 ? await this.#hand(cut(accepted.filter((one) => first.has(one.id)))) : first;
    for (const [zoneId, reason] of again) refused.push({ zoneId, reason });
    return refused;
  }

  async #hand(parts: ZoneOnWire[][]): Promise<Map<string, string>> {
    const refused = new Map<string, string>();
    for (const part of parts) {
      const pairs = (await this.#call('put', part)) as [string, string][];
      for (const [zoneId, reason] of pairs) refused.set(zoneId, reason);
    }
    return refused;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #call(name: string, value?: WireValue): Promise<WireValue> {
    const body = value === undefined ? undefined : encodeWire(value);
    const asking = request({
      socketPath: this.#controlSocket,
      path: `/${name}`,
      method: body ? 'POST' : 'GET',
      agent: this.#agent,
      headers: body ? { 'content-length': body.length } : {},
      signal: AbortSignal.timeout(timeoutMs),
    });
    asking.end(body);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    if (answer.statusCode === 200) return decodeWire(bytes);
    const said = answer.statusCode === 500 && bytes[0] === 's'.charCodeAt(0) ? decodeWire(bytes) : answer.statusCode;
    throw new Error(`the edge did not do "${name}": ${said}`);
  }
}
