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

/** What a person must be allowed to see to hear of a topic. */
const demanded: Record<ServerEvent['topic'], Permission | null> = {
  zones: 'zones.view',
  purges: 'zones.view',
  usage: 'zones.view',
  services: 'services.view',
  session: null,
};

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
  readonly #stop: () => void;
  readonly #ping: NodeJS.Timeout;
  #number = 0;

  constructor(listener: Listener) {
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
    const timer = setTimeout(() => this.#end(stream), Math.min(who.expiresAt.getTime() - Date.now(), 2 ** 31 - 1));
    timer.unref();
    const stream: Stream = { who, response, timer };
    this.#streams.add(stream);
    response.once('close', () => {
      clearTimeout(stream.timer);
      this.#streams.delete(stream);
    });
    const [oldest, ...newer] = [...this.#streams].filter((one) => one.who.sessionId === who.sessionId);
    if (oldest && newer.length >= streamsOfASession) this.#end(oldest);
    this.#write(stream, this.#catchUp(who, request.headers['last-event-id']));
    // It may have been revoked after it was read and before this stream could hear of it.
    checkSession().catch(() => this.#end(stream));
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
        if (dispatch.sessionId === stream.who.sessionId) this.#end(stream);
      } else if (mayHear(stream.who, dispatch)) this.#write(stream, text);
    }
  }

  #catchUp(who: Who, lastEventId: string | string[] | undefined): string {
    const here = `id: ${this.#here()}\n`;
    if (typeof lastEventId !== 'string') return `${here}event: ready\ndata: {}\n\n`;
    const [run, number] = lastEventId.split('-');
    const last = Number(number);
    const known = run === this.#run && last <= this.#number && last >= this.#number - this.#recent.length;
    if (!known) return `${here}event: reset\ndata: {}\n\n`;
    const missed = this.#recent.filter((one) => one.number > last && one.dispatch.event.topic !== 'session');
    const texts = missed
      .filter((one) => mayHear(who, one.dispatch))
      .map((one) => this.#format(one.number, one.dispatch.event));
    // After them: with the newest id in hand, a browser cut off in between would never ask for the rest.
    return `${texts.join('')}${here}event: ready\ndata: {}\n\n`;
  }

  #here = () => `${this.#run}-${this.#number}`;

  #format = (number: number, event: ServerEvent) => `id: ${this.#run}-${number}\ndata: ${JSON.stringify(event)}\n\n`;

  /** Browsers come back at once with their last id, which no longer fits, and are told to `reset`. */
  #endAll(): void {
    this.#recent.length = 0;
    this.#number += 1;
    for (const stream of this.#streams) this.#end(stream);
  }

  /** With the newest id, or those who hear little would come back with one that is long forgotten. */
  #pingAll(): void {
    for (const stream of this.#streams) this.#write(stream, `id: ${this.#here()}\n\n`);
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

function mayHear(who: Who, { customerId, event }: Dispatch): boolean {
  if (customerId !== null && customerId !== who.customerId) return false;
  const permission = demanded[event.topic];
  return permission === null || who.permissions.has(permission);
}
