import type { LiveStream } from '@headwater/contract/nodes/live-document';
import type { Change } from '../lib/desired-state.ts';
import type { Engine, EngineHealth, EngineRefusal } from '../lib/engine.ts';
import { understand } from './changes.ts';

/** What is done with documents. */
export type Carrier = {
  /** Exactly these are carried from now on. */
  carry(streams: LiveStream[]): void;
  put(stream: LiveStream): void;
  remove(streamId: string): void;
};

/** Streams as this node carries them. Those of other nodes are passed by, and so is one that moved away. */
export class LiveEngine implements Engine {
  readonly #nodeId: string;
  readonly #carrier: Carrier;
  readonly #health: () => EngineHealth;

  constructor(nodeId: string, carrier: Carrier, health: () => EngineHealth) {
    this.#nodeId = nodeId;
    this.#carrier = carrier;
    this.#health = health;
  }

  async replace(things: Change[]): Promise<EngineRefusal[]> {
    const refused: EngineRefusal[] = [];
    const ours: LiveStream[] = [];
    for (const change of things.map(understand)) {
      if (change.type === 'unknown') refused.push({ key: change.key, reason: change.reason });
      else if (change.type === 'put' && change.stream.nodeId === this.#nodeId) ours.push(change.stream);
    }
    // What is refused is taken back by `restore` in its last good version, and goes on meanwhile.
    const kept = things.filter(({ key }) => refused.some((refusal) => refusal.key === key));
    for (const { good } of kept) {
      const change = understand({ key: 'stream/', seq: 0, doc: good ?? null });
      if (change.type === 'put' && change.stream.nodeId === this.#nodeId) ours.push(change.stream);
    }
    this.#carrier.carry(ours);
    return refused;
  }

  async apply(changes: Change[]): Promise<EngineRefusal[]> {
    const refused: EngineRefusal[] = [];
    for (const change of changes.map(understand)) {
      if (change.type === 'unknown') refused.push({ key: change.key, reason: change.reason });
      else if (change.type === 'remove') this.#carrier.remove(change.streamId);
      else if (change.stream.nodeId === this.#nodeId) this.#carrier.put(change.stream);
      else this.#carrier.remove(change.stream.id);
    }
    return refused;
  }

  async restore(things: Change[]): Promise<void> {
    await this.apply(things);
  }

  /** Nothing to open: publishers are let in as soon as it is known which streams there are. */
  async open(): Promise<void> {}

  async close(): Promise<void> {
    this.#carrier.carry([]);
  }

  health(): EngineHealth {
    return this.#health();
  }
}
