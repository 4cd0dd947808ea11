import { randomBytes } from 'node:crypto';
import type { LiveStream } from '@headwater/contract/nodes/live-document';
import type { EndReason, LiveState } from '@headwater/contract/nodes/live-report';
import type { HookCall, RtmpSession } from '@headwater/engines/nginx-rtmp';
import { pause } from '../../lib/pause.ts';
import { whyRefused } from '../hook/admit.ts';
import { streamIdOf } from '../hook/secrets.ts';
import type { HookAnswers } from '../hook/server.ts';
import type { Publishing } from '../ingest-watch.ts';
import type { Carrier } from '../live-engine.ts';
import { readAgent } from '../reports/words.ts';
import { KeptStream, type StreamTools } from './kept-stream.ts';

export type KeptStreamsOptions = {
  tools: StreamTools;
  mostEncoders: number;
  /** Whether nothing comes by a connection any more. */
  isDead: (name: string) => Promise<boolean>;
};

/** How long a publisher waits for this program to know its streams, and for its encoder to be there. */
const knowingPatienceMs = 6000;
const encoderPatienceMs = 1500;
/** How long after a start what is missing went before it. */
const settledAfterMs = 15_000;

/** All streams that this node carries, and what the ingest asks about them. */
export class KeptStreams implements Carrier, HookAnswers {
  readonly #options: KeptStreamsOptions;
  readonly #streams = new Map<string, KeptStream>();
  readonly #known = Promise.withResolvers<void>();
  /** Names that were given out, and who waits for their encoder. */
  readonly #waiting = new Map<string, () => void>();
  readonly #admitting = new Set<string>();
  readonly #departed: LiveState[] = [];
  readonly #startedAtMs = Date.now();
  isKnowing = false;

  constructor(options: KeptStreamsOptions) {
    this.#options = options;
  }

  all(): KeptStream[] {
    return [...this.#streams.values()];
  }

  /** Of the sessions that are not over. */
  sessionIds(): string[] {
    return this.all().flatMap(({ state }) => state.session?.id ?? []);
  }

  /** Asked with every request of every player. */
  of(id: string): LiveStream | undefined {
    return this.#streams.get(id)?.doc ?? undefined;
  }

  /** What this node carried last, from its own disk: it is played and published to before anybody is asked. */
  recall(): void {
    const { tools } = this.#options;
    const documents = new Map(tools.documents.all());
    const stored = new Map(tools.streams.all());
    const records = Map.groupBy(
      tools.runs.all().map(([, record]) => record),
      ({ streamId }) => streamId,
    );
    for (const id of new Set([...documents.keys(), ...stored.keys(), ...records.keys()]))
      this.#streams.set(id, new KeptStream(id, tools, documents.get(id) ?? null, stored.get(id) ?? null));
    for (const stream of this.all()) stream.resume(records.get(stream.id) ?? []);
    tools.recordings.closeAllBut((id) => this.#streams.get(id)?.state.session?.id ?? null);
    for (const id of tools.index.streamIds()) {
      const open = tools.index.openPartOf(id);
      const session = this.#streams.get(id)?.state.session?.id;
      if (open !== null && open.sessionId !== session) tools.index.endSession(id, open.sessionId);
    }
    // What ended for want of room begins again when there is room, also when that came while nobody was here.
    for (const stream of this.all()) stream.take({ type: 'room' });
  }

  /** Those that are wanted; others that were carried are ended. */
  carry(wanted: LiveStream[]): void {
    const docs = new Map(wanted.map((doc) => [doc.id, doc]));
    for (const id of this.#streams.keys()) if (!docs.has(id)) this.remove(id);
    for (const doc of docs.values()) this.put(doc);
    this.isKnowing = true;
    this.#known.resolve();
  }

  put(doc: LiveStream): void {
    const stream = this.#streams.get(doc.id) ?? new KeptStream(doc.id, this.#options.tools, null, null);
    this.#streams.set(doc.id, stream);
    stream.put(doc);
  }

  remove(id: string): void {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    const { tools } = this.#options;
    stream.put(null);
    this.#departed.push(stream.look.describe());
    this.#streams.delete(id);
    tools.streams.remove(id);
  }

  /** This program ends: encoders close their last segments, and whoever starts next goes on with the sessions. */
  async stop(): Promise<void> {
    await Promise.all(this.all().map((stream) => stream.stop()));
  }

  async publish(call: HookCall): Promise<string | null> {
    const id = streamIdOf(call.name) ?? '';
    if (!this.#streams.has(id)) await Promise.race([this.#known.promise, pause(knowingPatienceMs)]);
    const stream = this.#streams.get(id);
    const doc = stream?.doc;
    if (stream === undefined || doc == null) return null;
    // Asked once more after the look at who is there: others may have come meanwhile.
    const refused =
      this.#whyRefused(stream, call) ??
      ((await this.#isTaken(stream)) ? 'already_live' : this.#whyRefused(stream, call));
    const agent = readAgent(call.agent);
    if (refused !== null) {
      const { refusals, onChanged } = this.#options.tools;
      refusals.note({ streamId: doc.id, kind: 'publish', reason: refused, detail: '', from: call.address, agent });
      onChanged(doc.id);
      return null;
    }
    const name = randomBytes(16).toString('hex');
    const encoderIsThere = new Promise<void>((resolve) => this.#waiting.set(name, resolve));
    stream.take({
      type: 'published',
      connection: { name, clientId: String(call.connection), address: call.address, agent, sinceMs: Date.now() },
    });
    // The first pictures are lost to an encoder that comes after them, and with them the time to the next key frame.
    await Promise.race([encoderIsThere, pause(encoderPatienceMs)]);
    this.#waiting.delete(name);
    return stream.state.connection?.name === name ? name : null;
  }

  publishDone(call: HookCall): void {
    const stream = this.#streams.get(streamIdOf(call.name) ?? '');
    const connection = stream?.state.connection;
    if (connection?.clientId !== String(call.connection)) return;
    // Of one that says nothing any more the ingest ends the connection itself.
    const reason = stream?.look.isStill ? 'connection_lost' : 'publisher_left';
    stream?.take({ type: 'publisher_gone', name: connection.name, reason });
  }

  /** The ingest does not have a connection any more, and nobody said so. */
  lost(name: string): void {
    const stream = this.all().find(({ state }) => state.connection?.name === name);
    const { connection, session } = stream?.state ?? {};
    if (stream === undefined || connection == null) return;
    const isOfBefore = connection.sinceMs < this.#startedAtMs && Date.now() - this.#startedAtMs < settledAfterMs;
    if (!isOfBefore) stream.take({ type: 'publisher_gone', name, reason: 'connection_lost' });
    else {
      // It went while nobody was here: not now, but when its last picture came.
      const atMs = this.#options.tools.index.sessionRange(session?.id ?? '')?.endMs ?? Date.now();
      stream.take({ type: 'publisher_gone', name, reason: 'node_stopped', atMs: Math.min(atMs, Date.now()) });
    }
  }

  play(name: string): boolean {
    this.#waiting.get(name)?.();
    return this.all().some(({ state }) => state.connection?.name === name);
  }

  publishing(): Publishing[] {
    return this.all().flatMap(({ state: { connection } }) => connection ?? []);
  }

  /** What the ingest says of all connections, once a second: nobody is looked for among a thousand streams. */
  seen(sessions: ReadonlyMap<string, RtmpSession>): void {
    for (const stream of this.all()) {
      const session = sessions.get(stream.state.connection?.name ?? '');
      if (session !== undefined) stream.seen(session);
    }
  }

  /** Of a stream that is being admitted: `wrong_key` also when it was deleted meanwhile. */
  #whyRefused({ doc }: KeptStream, call: HookCall): EndReason | null {
    if (doc === null) return 'wrong_key';
    return whyRefused(doc, call, {
      liveInGroup: this.#liveInGroup(doc),
      encoders: this.#encodersBut(doc.id),
      mostEncoders: this.#options.mostEncoders,
      diskIsFull: this.#options.tools.room() === 'full',
    });
  }

  /** Whether it may be live beside the others of its service; one that has a session has its place. */
  isInQuota = (doc: LiveStream): boolean =>
    (this.#streams.get(doc.id)?.state.session ?? null) !== null || this.#liveInGroup(doc) < doc.quota.streamsAtOnce;

  hasCapacity = (doc: LiveStream): boolean =>
    doc.rungs.length === 0 || this.#encodersBut(doc.id) + doc.rungs.length <= this.#options.mostEncoders;

  /** Of those, and of whatever is carried no more since this was last asked. */
  states(ids: Iterable<string>): LiveState[] {
    const departed = this.#departed.splice(0).filter(({ streamId }) => !this.#streams.has(streamId));
    return [...departed, ...[...ids].flatMap((id) => this.#streams.get(id)?.look.describe() ?? [])];
  }

  /** Somebody else is there, and alive. Of two that come at once one is first. */
  async #isTaken(stream: KeptStream): Promise<boolean> {
    if (this.#admitting.has(stream.id)) return true;
    const { connection } = stream.state;
    if (connection === null) return false;
    this.#admitting.add(stream.id);
    try {
      return !(await this.#options.isDead(connection.name));
    } finally {
      this.#admitting.delete(stream.id);
    }
  }

  /** Those that are being fetched count before their first picture: many may begin at once. */
  #liveInGroup(doc: LiveStream): number {
    const isLive = ({ state }: KeptStream) => state.session !== null || state.run !== null;
    return this.all().filter(
      (other) => other.id !== doc.id && other.doc?.quota.group === doc.quota.group && isLive(other),
    ).length;
  }

  #encodersBut(id: string): number {
    return this.all().reduce((sum, other) => sum + (other.id === id ? 0 : other.encoders), 0);
  }
}
