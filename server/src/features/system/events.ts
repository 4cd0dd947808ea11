import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Permission } from '@headwater/contract/lib/permissions';
import type { ServerEvent } from '@headwater/contract/system/routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Listener } from '../../lib/listen.ts';
import { type Dispatch, eventsChannel } from '../../lib/notify.ts';
import type { Who } from '../../lib/who.ts';

const pingEveryMs = 15_000;
const rememberedEvents = 1000;
/** What may wait for a browser that does not read. Ended, it comes back and catches up. */
const unreadBytes = 64 * 1024;
/** A browser shares one between its tabs; without locks each tab has its own, and HTTP/1.1 allows six of them. */
const streamsOfASession = 8;
/** How long the end of a stream may take to reach a browser before the connection is cut. */
const endWithinMs = 1000;

/** What one must be allowed to see to hear of each topic; null for everybody of the account. */
export type Topics = ReadonlyMap<string, Permission | null>;

type Stream = { who: Who; response: ServerResponse; timer: NodeJS.Timeout };

/**
 * The open event streams of this process. Events carry ids only. An id of the stream belongs to this process: a browser
 * that comes with another one, or with one that is too old, is told to `reset`, that is to ask for everything again;
 * any other hears what it missed and then `ready`.
 */
export class EventHub {
  readonly #run = randomUUID().slice(0, 8);
  readonly #streams = new Set<Stream>();
  readonly #recent: { number: number; dispatch: Dispatch }[] = [];
  readonly #topics: Topics;
  readonly #stop: () => void;
  readonly #ping: NodeJS.Timeout;
  #number = 0;

  constructor(listener: Listener, topics: Topics) {
    this.#topics = topics;
    this.#stop = listener.on(eventsChannel, (payload) => {
      // Empty: the connection to the database broke, and nobody knows what was missed or which sessions were revoked.
      if (payload === '') this.#endAll();
      else this.#take(JSON.parse(payload) as Dispatch);
    });
    this.#ping = setInterval(() => this.#pingAll(), pingEveryMs);
    this.#ping.unref();
  }

  /** `checkSession` fails when the session is gone. */
  open(who: Who, request: FastifyRequest, reply: FastifyReply, checkSession: () => Promise<unknown>): void {
    reply.hijack();
    const response = reply.raw;
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) response.setHeader(name, value);
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const openMs = Math.min(who.expiresAt ? who.expiresAt.getTime() - Date.now() : Infinity, 2 ** 31 - 1);
    const timer = setTimeout(() => this.#end(stream), openMs);
    timer.unref();
    const stream: Stream = { who, response, timer };
    this.#streams.add(stream);
    response.once('close', () => {
      clearTimeout(stream.timer);
      this.#streams.delete(stream);
    });
    const [oldest, ...newer] = [...this.#streams].filter((one) => one.who.credentialId === who.credentialId);
    if (oldest && newer.length >= streamsOfASession) this.#end(oldest);
    this.#write(stream, this.#catchUp(who, request.headers['last-event-id']));
    // It may have been revoked after it was read and before this stream could hear of it.
    checkSession().catch(() => this.#end(stream));
  }

  /** Of the newest event, whoever may hear it. */
  lastId(): string {
    return `${this.#run}-${this.#number}`;
  }

  close(): void {
    this.#stop();
    clearInterval(this.#ping);
    for (const stream of this.#streams) this.#end(stream);
  }

  #take(dispatch: Dispatch): void {
    this.#number += 1;
    this.#recent.push({ number: this.#number, dispatch });
    if (this.#recent.length > rememberedEvents) this.#recent.shift();
    const text = this.#format(this.#number, dispatch.event);
    for (const stream of this.#streams) {
      if (dispatch.event.topic === 'session') {
        if (concerns(dispatch, stream.who)) this.#end(stream);
      } else if (this.#mayHear(stream.who, dispatch)) this.#write(stream, text);
    }
  }

  #catchUp(who: Who, lastEventId: string | string[] | undefined): string {
    const here = `id: ${this.lastId()}\n`;
    if (typeof lastEventId !== 'string') return `${here}event: ready\ndata: {}\n\n`;
    const [run, number] = lastEventId.split('-');
    const last = Number(number);
    const known = run === this.#run && last <= this.#number && last >= this.#number - this.#recent.length;
    if (!known) return `${here}event: reset\ndata: {}\n\n`;
    const missed = this.#recent.filter((one) => one.number > last && one.dispatch.event.topic !== 'session');
    const texts = missed
      .filter((one) => this.#mayHear(who, one.dispatch))
      .map((one) => this.#format(one.number, one.dispatch.event));
    // After them: with the newest id in hand, a browser cut off in between would never ask for the rest.
    return `${texts.join('')}${here}event: ready\ndata: {}\n\n`;
  }

  #mayHear(who: Who, { customerId, event }: Dispatch): boolean {
    if (customerId !== null && customerId !== who.customerId) return false;
    if (who.services && event.serviceId !== null && !who.services.has(event.serviceId)) return false;
    const permission = this.#topics.get(event.topic);
    return permission === null || (permission !== undefined && who.permissions.has(permission));
  }

  #format = (number: number, event: ServerEvent) => `id: ${this.#run}-${number}\ndata: ${JSON.stringify(event)}\n\n`;

  /** Browsers come back at once with their last id, which no longer fits, and are told to `reset`. */
  #endAll(): void {
    this.#recent.length = 0;
    this.#number += 1;
    for (const stream of this.#streams) this.#end(stream);
  }

  /** With the newest id, or those who hear little would come back with one that is long forgotten. */
  #pingAll(): void {
    for (const stream of this.#streams) this.#write(stream, `id: ${this.lastId()}\n\n`);
  }

  #write({ response }: Stream, text: string): void {
    if (response.writableLength <= unreadBytes) response.write(text);
    // Not `end`, which would wait for all of it to be read.
    else response.destroy();
  }

  /** Forgotten at once, for nothing may be written after the end, which a slow browser is yet to read. */
  #end(stream: Stream): void {
    if (!this.#streams.delete(stream)) return;
    clearTimeout(stream.timer);
    stream.response.end();
    stream.timer = setTimeout(() => stream.response.destroy(), endWithinMs);
    stream.timer.unref();
  }
}

/** Whether a `session` event is about this session, key or person. */
const concerns = ({ credentialId, userId }: Dispatch, who: Who): boolean =>
  credentialId === who.credentialId || userId === who.userId;
