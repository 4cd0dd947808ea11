import { messages } from '@headwater/contract/lib/messages';
import type { Args, Reply, Route } from '@headwater/contract/lib/route';
import { CallError } from './call-error.ts';
import { position } from './event-position.ts';
import { isAway, reachability } from './reachability.ts';
import { getToken, sessionExpired } from './session.ts';
import { askForPassword } from './step-up.ts';

/** What the client needs of a route at run time; its types come from the whole declaration. */
export type LightRoute = Pick<Route, 'method' | 'path'>;
export type AnyArgs = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

export type CallOptions = {
  signal?: AbortSignal;
  /** The call outlives the page. */
  keepalive?: boolean;
  /** `'Ignore-Interceptor': 'True'` sends the call without the bearer; the header itself is never sent. */
  headers?: Record<string, string>;
};

export const apiPrefix = '/api/v1';

/** The address of a route: its path with the parameters in place, and the query without what is left undefined. */
export function addressOf(route: LightRoute, { params = {}, query = {} }: AnyArgs): string {
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${route.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return `${apiPrefix}${path}${text && `?${text}`}`;
}

/** The headers to send: the bearer, unless the call asks to go without. */
export function headersOf(asked: Record<string, string> = {}, token: string | null = getToken()): Headers {
  const headers = new Headers(asked);
  const anonymous = headers.get('Ignore-Interceptor') === 'True';
  headers.delete('Ignore-Interceptor');
  headers.set('accept', 'application/json');
  if (token !== null && !anonymous) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

/**
 * Calls a route of the contract. Fails with a `CallError`, or with the abort that was asked for. Where the route asks for
 * the password once more, so does a dialog, and the call is made again.
 */
export async function call<R extends Route>(route: R, args: Args<R>, options: CallOptions = {}): Promise<Reply<R>> {
  try {
    return await send(route, args, options);
  } catch (error) {
    const asked = error instanceof CallError && error.code === 'step_up_required';
    if (!asked || !(await askForPassword())) throw error;
    return send(route, args, options);
  }
}

async function send<R extends Route>(route: R, args: Args<R>, options: CallOptions): Promise<Reply<R>> {
  const { body } = args as AnyArgs;
  const token = getToken();
  const headers = headersOf(options.headers, token);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const init: RequestInit = { method: route.method, headers, body: body === undefined ? null : JSON.stringify(body) };
  if (options.keepalive) init.keepalive = true;
  if (options.signal) init.signal = options.signal;
  let response: Response;
  let text: string;
  try {
    response = await fetch(addressOf(route, args as AnyArgs), init);
    // An answer that is cut off, as when the page is loaded again, is no answer: it says nothing about the session.
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    reachability.failed();
    throw CallError.network();
  }
  const lastEventId = response.headers.get('last-event-id');
  if (lastEventId !== null) position.begin(lastEventId);
  const reply = parse(text);
  // What has a reason of its own was said by a server that is there.
  const isOwn = isError(reply) && CallError.fromAnswer(response.status, reply).code !== 'unavailable';
  if (isAway(response.status) && !isOwn) reachability.failed();
  else reachability.answered();
  if (response.ok && isSuccess(reply)) return reply as Reply<R>;
  const error = CallError.fromAnswer(response.status, reply);
  // A late answer to an old token must not end the session that has begun since.
  if (error.message === messages.expiredToken && isError(reply) && token === getToken()) sessionExpired();
  throw error;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const resultOf = (reply: unknown) =>
  typeof reply === 'object' && reply !== null && 'result' in reply ? reply.result : undefined;
const isSuccess = (reply: unknown) => resultOf(reply) === 'success';
const isError = (reply: unknown) => resultOf(reply) === 'error';
