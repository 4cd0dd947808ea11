import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { SessionTimeline, StreamTimeline } from '../segments/timeline.ts';
import { KeptEntries } from './kept-entries.ts';
import { renderMaster } from './master.ts';
import { renderDelta, renderMedia } from './media.ts';
import { liveView, rewindView, type View, type ViewRules } from './views.ts';

export type ViewName = 'live' | 'rewind';

/** One text for everybody who asks until the next segment comes. */
export type Playlist = { body: Buffer; etag: string; gzipped: Buffer | null; gzip(): Promise<Buffer> };

type Kept = { stamp: string; playlist: Playlist | null };
type OfSession = { playlists: Map<string, Kept>; entries: Map<number, KeptEntries> };

/** Rendered once for each segment, view and rung, and only when somebody asks. Forgotten with the session. */
export class Playlists {
  readonly #sessions = new WeakMap<SessionTimeline, OfSession>();

  master(stream: StreamTimeline | undefined, name: ViewName, rules: ViewRules, nowMs: number): Playlist | null {
    return this.#render(stream, name, 'master', rules, nowMs, (view) => renderMaster(view, name));
  }

  media(
    stream: StreamTimeline | undefined,
    name: ViewName,
    rung: number,
    isDelta: boolean,
    rules: ViewRules,
    nowMs: number,
  ): Playlist | null {
    return this.#render(stream, name, `${isDelta ? 'd' : 'v'}${rung}`, rules, nowMs, (view, kept) => {
      const { moments } = view.session;
      const isThere = (at: number): boolean => moments[at]!.segments.length > rung;
      let at = view.to;
      while (at >= view.from && !isThere(at)) at--;
      if (at < view.from) return null;
      if (view.kind === 'window') return renderMedia(view, rung);
      const entries = entriesKept(kept, rung).of(view);
      return (isDelta ? renderDelta(view, rung, entries) : null) ?? renderMedia(view, rung, entries);
    });
  }

  #render(
    stream: StreamTimeline | undefined,
    name: ViewName,
    what: string,
    rules: ViewRules,
    nowMs: number,
    render: (view: View, kept: OfSession) => string | null,
  ): Playlist | null {
    if (stream === undefined) return null;
    const view = (name === 'live' ? liveView : rewindView)(stream, rules, nowMs);
    if (view === null) return null;
    let ofSession = this.#sessions.get(view.session);
    if (ofSession === undefined) {
      ofSession = { playlists: new Map(), entries: new Map() };
      this.#sessions.set(view.session, ofSession);
    }
    const { moments } = view.session;
    const stamp = `${moments[view.from]!.number} ${moments[view.to]!.number} ${view.isEnded}`;
    const key = `${name} ${what}`;
    const kept = ofSession.playlists.get(key);
    if (kept?.stamp === stamp) return kept.playlist;
    const text = render(view, ofSession);
    const playlist = text === null ? null : playlistOf(text);
    ofSession.playlists.set(key, { stamp, playlist });
    return playlist;
  }
}

function entriesKept({ entries }: OfSession, rung: number): KeptEntries {
  let kept = entries.get(rung);
  if (kept === undefined) {
    kept = new KeptEntries(rung);
    entries.set(rung, kept);
  }
  return kept;
}

const compress = promisify(gzip);

function playlistOf(text: string): Playlist {
  const body = Buffer.from(text);
  // Weak: the same playlist may come compressed.
  const etag = `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 16)}"`;
  let compressing: Promise<Buffer> | null = null;
  const playlist: Playlist = {
    body,
    etag,
    gzipped: null,
    gzip() {
      compressing ??= compress(body, { level: 5 }).then((zipped) => {
        playlist.gzipped = zipped;
        return zipped;
      });
      return compressing;
    },
  };
  return playlist;
}
