import type { Answer } from 'dns-packet';
import { type Asking, ask, isSameName, type Question, type Reply, type Server } from './exchange.ts';

/** Asks other people's servers, and never for longer than the time it was given in all. */
export class Patience {
  readonly #untilMs: number;

  constructor(timeoutMs: number) {
    this.#untilMs = performance.now() + timeoutMs;
  }

  get isOver(): boolean {
    return performance.now() >= this.#untilMs;
  }

  ask(server: Server, question: Question, { recursive, timeoutMs }: Asking): Promise<Reply> {
    return ask(server, question, {
      recursive,
      timeoutMs: Math.max(1, Math.min(timeoutMs, this.#untilMs - performance.now())),
    });
  }
}

/** `www.example.com`: `example.com`, `com`, and the root, which is `.`. */
export function ancestorsOf(name: string): string[] {
  const labels = name.split('.').slice(1);
  return [...labels.map((_, at) => labels.slice(at).join('.')), '.'];
}

/** Whether the name is the zone's own or lies below it. */
export const isWithin = (name: string, zone: string): boolean =>
  isSameName(name, zone) || ancestorsOf(name).some((ancestor) => isSameName(ancestor, zone));

/** The data of all records of this name and type. */
export function dataOf(records: readonly Answer[], name: string, type: 'NS' | 'A' | 'AAAA'): string[] {
  return records.flatMap((record) => (record.type === type && isSameName(record.name, name) ? [record.data] : []));
}

const resolverTimeoutMs = 1500;
const mostServers = 6;

/** What a recursive resolver says of the zones above a name. */
export class Above {
  readonly #resolver: Server;
  readonly #patience: Patience;

  constructor(resolver: Server, patience: Patience) {
    this.#resolver = resolver;
    this.#patience = patience;
  }

  /** The nearest zone above the name that the resolver knows; undefined where it knows none, which the root would be. */
  async findZone(name: string): Promise<string | undefined> {
    for (const ancestor of ancestorsOf(name)) {
      const { answers, authorities } = await this.#resolve({ name: ancestor, type: 'SOA' });
      // A name that is no zone is answered with the SOA of the zone that it lies in.
      const found = [...answers, ...authorities].find((one) => one.type === 'SOA' && isWithin(ancestor, one.name));
      if (found) return found.name.toLowerCase();
    }
    return undefined;
  }

  /** Addresses of the zone's name servers, IPv4 first, in an order that changes. */
  async findServers(zone: string): Promise<string[]> {
    const { answers } = await this.#resolve({ name: zone, type: 'NS' });
    return this.findAddresses(dataOf(answers, zone, 'NS'));
  }

  async findAddresses(names: readonly string[]): Promise<string[]> {
    const chosen = shuffle(names).slice(0, mostServers);
    const four = await this.#findAll(chosen, 'A');
    return four.length > 0 ? four : await this.#findAll(chosen, 'AAAA');
  }

  async #findAll(names: readonly string[], type: 'A' | 'AAAA'): Promise<string[]> {
    const none = { answers: [] as Answer[] };
    const replies = await Promise.all(names.map((name) => this.#resolve({ name, type }).catch(() => none)));
    return [...new Set(replies.flatMap(({ answers }, at) => dataOf(answers, names[at] ?? '', type)))];
  }

  /** Twice, since a packet can be lost. */
  async #resolve(question: Question): Promise<Reply> {
    const asking = { recursive: true, timeoutMs: resolverTimeoutMs };
    try {
      return await this.#patience.ask(this.#resolver, question, asking);
    } catch (error) {
      if (this.#patience.isOver) throw error;
      return await this.#patience.ask(this.#resolver, question, asking);
    }
  }
}

const shuffle = <One>(all: readonly One[]): One[] =>
  all
    .map((one) => ({ one, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
