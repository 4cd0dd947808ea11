import fc from 'fast-check';
import HlsParser from 'hls-parser';
import { Parser } from 'm3u8-parser';
import { expect, test } from 'vitest';
import type { RungMedia } from '../segments/types.ts';
import { RunningIndex, startMs } from '../testing/running-index.ts';
import { readAddress } from './addresses.ts';
import { lintBandwidth, lintDelta, lintMaster, lintMedia, lintRefresh, lintRungs } from './lint/index.ts';
import { parseMaster, parseMedia } from './lint/parse.ts';
import { renderMaster } from './master.ts';
import { renderDelta, renderMedia } from './media.ts';
import { Playlists } from './playlists.ts';
import { liveView, neededFromMs, rewindView, sessionView, type View, type ViewRules } from './views.ts';

const ladder: RungMedia[] = [
  { codecs: 'avc1.64001f,mp4a.40.2', width: 1280, height: 720, fps: 25 },
  { codecs: 'avc1.4d401e,mp4a.40.2', width: 854, height: 480, fps: 25 },
  { codecs: 'avc1.4d4015,mp4a.40.2', width: 640, height: 360, fps: 12.5 },
];

HlsParser.setOptions({ strictMode: true });

/** What came, as the simplest list: one entry for each time that all rungs have. */
type Came = { number: number; session: string; files: string[]; startedAtMs: number; endMs: number };

const live: ViewRules = { rewindSeconds: 40, delaySeconds: 0 };
const late: ViewRules = { rewindSeconds: 20, delaySeconds: 15 };

/** A stream's life, and what its viewers saw at every turn of it. */
class Life {
  at = new RunningIndex();
  readonly playlists = new Playlists();
  came: Came[] = [];
  readonly #seen = new Map<string, string>();
  nowMs = startMs;
  #sessions = 0;
  #session: string | null = null;
  #part: number | null = null;
  #rungs = 1;
  #names = 0;

  /** An encoder begins, in the session that there is or in a new one; its clock may be wrong. */
  begin(rungs: number, clockMs: number): void {
    this.#session ??= `s${this.#sessions++}`;
    this.#rungs = rungs;
    const names = ladder.slice(0, rungs).map((_, rung) => `v${rung}`);
    this.at.countingMs = this.nowMs;
    this.#part = this.at.open(this.#session, this.nowMs + clockMs, names);
  }

  /** A segment in every rung, or in some only where the encoder is killed meanwhile. */
  encode(seconds: number, bytes: number[], isKilled: boolean): void {
    if (this.#part === null || this.#session === null) return;
    const name = `${this.#names++}`;
    const files: string[] = [];
    let number = 0;
    for (let rung = 0; rung < this.#rungs; rung++) {
      if (isKilled && rung > 0 && bytes[rung]! % 2 === 0) break;
      const left = isKilled ? Math.max(0.04, (seconds * (bytes[rung]! % 10)) / 10) : seconds;
      const added = { part: this.#part, name, startedAtMs: this.nowMs, seconds: left, bytes: bytes[rung]! };
      number = this.at.add({ ...added, rung: `v${rung}` }, ladder[rung]);
      files.push(`news/${this.#part}/v${rung}/${name}.ts`);
    }
    if (files.length === this.#rungs) {
      const moment = this.at.index.timelineOf('news')!.sessions.at(-1)!.moments.at(-1)!;
      const { startedAtMs, endMs } = moment;
      this.came.push({ number, session: this.#session, files, startedAtMs, endMs });
    }
    this.nowMs += seconds * 1000;
    if (isKilled) this.#part = null;
  }

  end(): void {
    if (this.#session !== null) this.at.index.endSession('news', this.#session);
    this.#session = null;
    this.#part = null;
  }

  /** As after kill -9; a file may be gone, though none from which a playlist begins. */
  restart(losing: number): void {
    const moments = this.at.index.timelineOf('news')?.sessions.at(-1)?.moments ?? [];
    const lost = moments[1 + losing];
    if (lost?.segments[0] && !lost.segments[0].gap) this.at.lose(lost.segments[0].file);
    this.at.restart();
  }

  /** Deleted and restored, on this node or on another one. */
  comeBack(isElsewhere: boolean): void {
    this.end();
    this.at.index.dropStream('news');
    if (isElsewhere) {
      this.at.close();
      this.at = new RunningIndex();
    }
    this.came = [];
    this.nowMs += 60_000;
    this.begin(1, 0);
  }

  prune(): void {
    const stream = this.at.index.timelineOf('news');
    const needed = [live, late].map((rules) => neededFromMs(stream, rules, this.nowMs));
    this.at.index.prune('news', Math.min(...needed), []);
  }

  look(): void {
    const stream = this.at.index.timelineOf('news');
    for (const [name, rules] of Object.entries({ live, late })) {
      this.#lookAt(`${name} window`, liveView(stream, rules, this.nowMs));
      this.#lookAt(`${name} rewind`, rewindView(stream, rules, this.nowMs));
    }
    this.#compare();
  }

  /** Each session as something that is over. */
  lookBack(): void {
    const stream = this.at.index.timelineOf('news');
    for (const { sessionId } of stream?.sessions ?? [])
      this.#lookAt(`vod ${sessionId}`, sessionView(stream, sessionId));
  }

  #lookAt(name: string, view: View | null): void {
    if (view === null) return;
    const master = renderMaster(view, 'live');
    const variants = readMaster(master);
    expect([name, errors(lintMaster(master))]).toEqual([name, []]);
    const sizes = new Map(this.came.map(({ number }) => [number, this.#sizesOf(number)]));
    const texts = ladder.map((_, rung) => renderMedia(view, rung));
    for (const [rung, text] of texts.entries()) {
      const before = this.#seen.get(`${name} ${rung}`);
      const segments = readMedia(text);
      const found = [...lintMedia(text), ...(before === undefined ? [] : lintRefresh(before, text))];
      const delta = renderDelta(view, rung);
      if (delta !== null) found.push(...lintMedia(delta), ...lintDelta(text, delta));
      if (delta !== null) readMedia(delta);
      if (variants[rung]) {
        const bySequence = new Map(segments.map(({ uri, sequence }) => [uri, sizes.get(sequence)?.[rung]]));
        // Both are of one moment: what a stream may need more later has no part in it.
        found.push(...lintBandwidth(variants[rung], `${text}#EXT-X-ENDLIST\n`, (uri) => bySequence.get(uri)));
      }
      expect([name, rung, errors(found), before, text]).toEqual([name, rung, [], before, text]);
      this.#seen.set(`${name} ${rung}`, text);
    }
    expect([name, errors(lintRungs(texts))]).toEqual([name, []]);
  }

  #sizesOf(number: number): number[] {
    const stream = this.at.index.timelineOf('news')!;
    const moment = stream.sessions.flatMap(({ moments }) => moments).find((one) => one.number === number);
    return ladder.map((_, rung) => moment?.segments[Math.min(rung, moment.segments.length - 1)]?.sizeBytes ?? 0);
  }

  /** Every view is the tail of what came in its session, by what was over at its time. */
  #compare(): void {
    for (const rules of [live, late]) {
      const timeMs = Math.max(this.nowMs, this.at.index.timelineOf('news')?.lastEndMs ?? 0);
      const untilMs = rules.delaySeconds === 0 ? Number.POSITIVE_INFINITY : timeMs - rules.delaySeconds * 1000;
      const over = this.came.filter(({ endMs }) => endMs <= untilMs);
      const session = over.filter(({ session }) => session === over.at(-1)?.session);
      const stream = this.at.index.timelineOf('news');
      const last = session.at(-1);
      // What ended stays for its window, and two minutes.
      const keptMs = (rules.rewindSeconds + rules.delaySeconds + 120) * 1000;
      const endedMs = this.came.findLast(({ session }) => session === last?.session)?.endMs ?? 0;
      if (last?.session !== this.#session && endedMs < timeMs - keptMs) session.length = 0;
      const lists = (['live', 'rewind'] as const).map((name) => {
        const shown = this.playlists.media(stream, name, 0, false, rules, this.nowMs);
        return shown === null ? [] : parseMedia(shown.body.toString()).segments;
      });
      for (const shown of lists) {
        const tail = session.slice(session.length - shown.length);
        expect(shown.map(({ sequence }) => sequence)).toEqual(tail.map(({ number }) => number));
        for (const { uri, sequence, gap } of shown) {
          const [, rung, address] = /^\.\.\/s\/(v\d)\/(\d+)\.ts$/.exec(uri)!;
          const { part, place } = readAddress(address!)!;
          const file = this.at.index.find('news', rung!, part, place);
          expect(file).toBe(gap ? null : this.came.find(({ number }) => number === sequence)!.files[0]);
        }
      }
      const [window, rewind] = lists.map(({ length }) => length);
      expect(window).toBeGreaterThanOrEqual(Math.min(6, session.length));
      const reach = session.filter(({ endMs }) => endMs > last!.endMs - rules.rewindSeconds * 1000).length;
      expect(rewind).toBe(Math.max(reach, window!));
    }
  }
}

const errors = <T extends { severity: string }>(found: readonly T[]): T[] =>
  found.filter(({ severity }) => severity === 'error');

function readMaster(text: string) {
  const variants = parseMaster(text).variants;
  const parser = new Parser();
  parser.push(text);
  parser.end();
  expect(parser.manifest.playlists?.map(({ uri }) => uri)).toEqual(variants.map(({ uri }) => uri));
  const parsed = HlsParser.parse(text) as HlsParser.types.MasterPlaylist;
  expect(parsed.variants.map(({ uri }) => uri)).toEqual(variants.map(({ uri }) => uri));
  return variants;
}

/** Two parsers of other people must read the same list as our linter does. */
function readMedia(text: string) {
  const { segments, sequence, discontinuitySequence, targetSeconds, isEnded } = parseMedia(text);
  const parser = new Parser();
  parser.push(text);
  parser.end();
  const theirs = parser.manifest;
  expect(theirs.segments.map(({ uri }) => uri)).toEqual(segments.map(({ uri }) => uri));
  expect([theirs.mediaSequence, theirs.discontinuitySequence]).toEqual([sequence, discontinuitySequence]);
  expect([theirs.targetDuration, theirs.endList ?? false]).toEqual([targetSeconds, isEnded]);
  // It takes every server control for low latency, which would need more of it.
  const parsed = HlsParser.parse(text.replace(/#EXT-X-SERVER-CONTROL.*\n/, '')) as HlsParser.types.MediaPlaylist;
  expect(parsed.segments.map(({ uri }) => uri)).toEqual(segments.map(({ uri }) => uri));
  expect([parsed.mediaSequenceBase, parsed.targetDuration]).toEqual([sequence, targetSeconds]);
  return segments;
}

test('whatever becomes of a stream, every view is valid, goes on from what was seen, and is the tail of what came', () => {
  const bytes = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 3, maxLength: 3 });
  const segment = fc.record({
    kind: fc.constant('encode' as const),
    seconds: fc.constantFrom(0.48, 1, 2, 2.002, 2.499999, 3.7),
    bytes,
    isKilled: fc.constant(false),
  });
  const step = fc.oneof(
    { weight: 12, arbitrary: segment },
    { weight: 1, arbitrary: segment.map((one) => ({ ...one, isKilled: true })) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('begin' as const),
        rungs: fc.integer({ min: 1, max: 3 }),
        clockMs: fc.constantFrom(0, 0, 0, -3_600_000, 40),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'end' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'prune' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('come back' as const), isElsewhere: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('restart' as const), losing: fc.integer({ min: 0, max: 9 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(300, 12_000, 200_000) }),
    },
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 50 }), (steps) => {
      const life = new Life();
      try {
        life.begin(1, 0);
        for (const one of steps) {
          if (one.kind === 'encode') life.encode(one.seconds, one.bytes, one.isKilled);
          else if (one.kind === 'begin') life.begin(one.rungs, one.clockMs);
          else if (one.kind === 'end') life.end();
          else if (one.kind === 'prune') life.prune();
          else if (one.kind === 'come back') life.comeBack(one.isElsewhere);
          else if (one.kind === 'restart') life.restart(one.losing);
          else {
            // An encoder from which nothing comes is replaced.
            life.nowMs += one.ms;
            life.begin(1, 0);
          }
          life.look();
        }
        life.lookBack();
      } finally {
        life.at.close();
      }
    }),
    { numRuns: 40 },
  );
});

test('a live rung promises what its encoder was told to keep to, or what it took if that was more; then what it took', () => {
  const at = new RunningIndex();
  const promised = (view: View | null) =>
    parseMaster(renderMaster(view!, 'live')).variants[0]?.attributes.get('BANDWIDTH');
  const now = () => liveView(at.index.timelineOf('news'), live, startMs);
  try {
    const part = at.open('s0', startMs, ['v0'], 10_000);
    at.add({ part, name: '0', startedAtMs: startMs, bytes: 500 });
    expect(promised(now())).toBe('10000');
    at.add({ part, name: '1', startedAtMs: startMs + 2000, bytes: 3000 });
    expect(promised(now())).toBe('12000');
    expect(promised(sessionView(at.index.timelineOf('news'), 's0'))).toBe('12000');
    const small = at.open('s1', startMs + 10_000, ['v0'], 10_000);
    at.add({ part: small, name: '2', startedAtMs: startMs + 10_000, bytes: 500 });
    at.index.endSession('news', 's1');
    expect(promised(sessionView(at.index.timelineOf('news'), 's1'))).toBe('2000');
  } finally {
    at.close();
  }
});
