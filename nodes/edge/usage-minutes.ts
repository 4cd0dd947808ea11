import { noTraffic } from '@headwater/contract/lib/series';
import type { UsageMinute } from '@headwater/contract/nodes/edge-document';
import type { AccessLine } from '@headwater/engines/nginx';
import { Viewers } from './viewers.ts';

/** A line as it was found: nothing about it can be relied upon. */
type Unknown<T> = { [K in keyof T]?: unknown };

const mostPaths = 50;
const longestPath = 512;
const hitStates = new Set(['HIT', 'STALE', 'UPDATING', 'REVALIDATED']);
/** Requests without a zone of ours (an unknown host) belong to nobody. */
const zoneId = /^[a-z0-9]{1,32}$/;
const country = /^[A-Z]{2}$/;

type Counted = Omit<UsageMinute, 'paths' | 'viewers'> & {
  viewers: number;
  paths: Map<string, [requests: number, bytes: number]>;
};

/** Segments of a live stream, by rung and number: new ones all the time, which would fill every list of paths. */
const liveSegment = /^(.*\/s\/[a-z0-9]+\/)\d+\.ts$/;
const isPlaylist = (path: string): boolean => path.endsWith('.m3u8');

/**
 * A path as it may be stored and shown: without query, bounded, without control characters or broken characters; for a
 * live segment the folder of its rung.
 */
export function tidyPath(uri: string): string {
  const query = uri.indexOf('?');
  const path = (query === -1 ? uri : uri.slice(0, query)).slice(0, longestPath);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go
  const tidy = path.replace(/[\u0000-\u001f\u007f]/g, '\ufffd').toWellFormed();
  return liveSegment.exec(tidy)?.[1] ?? tidy;
}

/** Sums lines of the access log by zone and minute. */
export class UsageMinutes {
  readonly #counted = new Map<string, Counted>();
  readonly #viewers: Viewers;
  /** Lines that are no log lines. */
  garbage = 0;

  constructor(viewers: Viewers = new Viewers()) {
    this.#viewers = viewers;
  }

  add(line: string): void {
    let entry: Unknown<AccessLine>;
    try {
      entry = JSON.parse(line) as Unknown<AccessLine>;
    } catch {
      this.garbage += 1;
      return;
    }
    const atMs = Number(entry?.time) * 1000;
    const bytes = Number(entry?.bytes);
    const status = Number(entry?.status);
    // Years 2000 to 2100, and answers up to 256 GiB: anything else is a broken line, whose sums would be refused.
    const isTime = atMs > 946_684_800_000 && atMs < 4_102_444_800_000;
    if (!(isTime && bytes >= 0 && bytes <= 2 ** 38 && Number.isInteger(status))) {
      this.garbage += 1;
      return;
    }
    const zone = entry.zone;
    if (typeof zone !== 'string' || !zoneId.test(zone)) return;
    const minuteNumber = Math.floor(atMs / 60_000);
    const minute = this.#minute(zone, minuteNumber);
    const whole = Math.round(bytes);
    const hit = typeof entry.cache === 'string' && hitStates.has(entry.cache);
    minute.requests += 1;
    minute.bytes += whole;
    minute.hits += hit ? 1 : 0;
    minute.hitBytes += hit ? whole : 0;
    if (status >= 200 && status < 300) minute.status2xx += 1;
    else if (status >= 300 && status < 400) minute.status3xx += 1;
    else if (status >= 400 && status < 500) minute.status4xx += 1;
    else if (status >= 500) minute.status5xx += 1;
    const code = typeof entry.country === 'string' && country.test(entry.country) ? entry.country : 'XX';
    minute.countries[code] ??= [0, 0];
    const ofCountry = minute.countries[code];
    ofCountry[0] += 1;
    ofCountry[1] += whole;
    const path = typeof entry.uri === 'string' ? tidyPath(entry.uri) : '/';
    this.#countPath(minute, path, whole);
    const wasServed = (status >= 200 && status < 300) || status === 304;
    if (wasServed && isPlaylist(path) && this.#viewers.note(zone, minuteNumber, String(entry.ip), String(entry.agent)))
      minute.viewers += 1;
  }

  result(): UsageMinute[] {
    return [...this.#counted.values()].map((minute) => {
      const busiest = [...minute.paths].sort(([, a], [, b]) => b[0] - a[0] || b[1] - a[1]).slice(0, mostPaths);
      return { ...minute, paths: busiest.map(([path, [requests, bytes]]) => [path, requests, bytes]) };
    });
  }

  #minute(zone: string, minuteNumber: number): Counted {
    const key = `${zone} ${minuteNumber}`;
    let minute = this.#counted.get(key);
    if (minute === undefined) {
      minute = {
        zoneId: zone,
        minute: new Date(minuteNumber * 60_000).toISOString(),
        ...noTraffic,
        viewers: 0,
        countries: {},
        paths: new Map(),
      };
      this.#counted.set(key, minute);
    }
    return minute;
  }

  #countPath(minute: Counted, path: string, bytes: number): void {
    const counted = minute.paths.get(path);
    if (counted === undefined) {
      minute.paths.set(path, [1, bytes]);
    } else {
      counted[0] += 1;
      counted[1] += bytes;
    }
  }
}
