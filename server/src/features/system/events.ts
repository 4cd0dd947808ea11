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

/** What a person must be allowed to see to hear of a topic. */
const demanded: Record<ServerEvent['topic'], Permission | null> = {
  zones: 'zones.view',
  purges: 'zones.view',
  usage: 'zones.view',
  services: 'services.view',
  session: null,
};

type Stream = { who: Who; response: ServerResponse; expiry: NodeJS.Timeout };

/**
 * The open event streams of this process. Events carry ids only. An id of the stream belongs to this process: a browser
 * that comes with another one, or with one that is too old, is told to `reset`, that is to ask for everything again.
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
    this.#ping = setInterval(() => this.#writeAll(':\n\n'), pingEveryMs);
    this.#ping.unref();
  }

  open(who: Who, request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    const response = reply.raw;
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) response.setHeader(name, value);
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const expiry = setTimeout(() => response.end(), Math.min(who.expiresAt.getTime() - Date.now(), 2 ** 31 - 1));
    expiry.unref();
    const stream: Stream = { who, response, expiry };
    this.#streams.add(stream);
    response.once('close', () => {
      clearTimeout(expiry);
      this.#streams.delete(stream);
    });
    response.write(this.#catchUp(who, request.headers['last-event-id']));
  }

  close(): void {
    this.#stop();
    clearInterval(this.#ping);
    for (const { response } of this.#streams) response.end();
  }

  #take(dispatch: Dispatch): void {
    this.#number += 1;
    this.#recent.push({ number: this.#number, dispatch });
    if (this.#recent.length > rememberedEvents) this.#recent.shift();
    const text = this.#format(this.#number, dispatch.event);
    for (const { who, response } of this.#streams) {
      if (dispatch.event.topic === 'session') {
        if (dispatch.sessionId === who.sessionId) response.end();
      } else if (mayHear(who, dispatch)) response.write(text);
    }
  }

  #catchUp(who: Who, lastEventId: string | string[] | undefined): string {
    const here = `id: ${this.#run}-${this.#number}\n`;
    if (typeof lastEventId !== 'string') return `${here}event: ready\ndata: {}\n\n`;
    const [run, number] = lastEventId.split('-');
    const last = Number(number);
    const known = run === this.#run && last <= this.#number && last >= this.#number - this.#recent.length;
    if (!known) return `${here}event: reset\ndata: {}\n\n`;
    const missed = this.#recent.filter((one) => one.number > last && one.dispatch.event.topic !== 'session');
    const texts = missed
      .filter((one) => mayHear(who, one.dispatch))
      .map((one) => this.#format(one.number, one.dispatch.event));
    return `${here}event: ready\ndata: {}\n\n${texts.join('')}`;
  }

  #format = (number: number, event: ServerEvent) => `id: ${this.#run}-${number}\ndata: ${JSON.stringify(event)}\n\n`;

  /** Browsers come back at once with their last id, which no longer fits, and are told to `reset`. */
  #endAll(): void {
    this.#recent.length = 0;
    this.#number += 1;
    for (const { response } of this.#streams) response.end();
  }

  #writeAll(text: string): void {
    for (const { response } of this.#streams) response.write(text);
  }
}

function mayHear(who: Who, { customerId, event }: Dispatch): boolean {
  if (customerId !== null && customerId !== who.customerId) return false;
  const permission = demanded[event.topic];
  return permission === null || who.permissions.has(permission);
}
