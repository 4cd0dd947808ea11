import { etagOf } from '@headwater/contract/lib/revision';
import type { Access, Route, Routes } from '@headwater/contract/lib/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { admit } from './admit.ts';
import { describeErrors } from './describe-errors.ts';
import type { Deps } from './feature.ts';
import { answerOnce } from './idempotency.ts';
import { limitedAddress } from './limits.ts';
import type { RouteHeader } from './openapi.ts';
import { limitHeaders } from './rate-limits.ts';
import { type NodeIdentity, principalOf, type Who } from './who.ts';

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Who asks, as the route's access demands: a node on a `node` route, nobody known on a `public` one. */
type Asker<A extends Access> = A extends 'public' ? null : A extends 'node' ? NodeIdentity : Who;

export type Ask<R extends Route> = {
  params: Out<R['params']>;
  query: Out<R['query']>;
  body: Out<R['body']>;
  who: Asker<R['access']>;
  /** The request's `If-Match`, for `refuseStale`. */
  ifMatch: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What a handler returns: the reply without its envelope, which the binder adds; nothing where it sends by itself. */
export type Named<R extends Route> = R['sends'] extends string ? FastifyReply : Omit<z.input<R['reply']>, 'result'>;

export type Handlers<C extends Routes> = { [K in keyof C]: (ask: Ask<C[K]>) => Promise<Named<C[K]>> };

type BinderDeps = Pick<Deps, 'app' | 'authenticate' | 'database' | 'limiter' | 'settings'>;

/**
 * Binds a handler to every route of a contract. What holds for each: authentication, permission and limits before the
 * input is read, validation before the handler, idempotency keys around it, and only the fields that the contract names
 * after it.
 */
export function serve<const C extends Routes>(deps: BinderDeps, contract: C, handlers: Handlers<C>): void {
  for (const [name, declared] of Object.entries(contract) as [keyof C & string, Route][]) {
    const { access } = declared;
    const byPeople = access !== 'public' && access !== 'node';
    deps.app.route({
      method: declared.method,
      url: declared.path,
      bodyLimit: declared.bodyLimitBytes ?? 65_536,
      // A stream would begin, of which a HEAD never sees the end.
      exposeHeadRoute: declared.sends !== 'text/event-stream',
      config: { access, operationId: name },
      schema: describe(name, declared),
      // Before the body is read: a stranger cannot make us parse megabytes.
      onRequest: async (request, reply) => {
        if (access === 'node') request.node = await deps.authenticate.node(request);
        else if (access === 'public') await limit(deps, reply, `address ${limitedAddress(request.ip)}`);
        else {
          request.who = await deps.authenticate.caller(request);
          await limit(deps, reply, principalOf(request.who));
          await admit(deps, declared, request, request.who);
        }
      },
      handler: async (request, reply) => {
        const answer = () =>
          handlers[name]!({
            params: request.params,
            query: request.query,
            body: request.body,
            who: (access === 'node' ? request.node : request.who) ?? null,
            ifMatch: request.headers['if-match'] ?? null,
            request,
            reply,
          } as never) as Promise<object>;
        reply.code(declared.status);
        if (declared.sends) return answer();
        const named =
          byPeople && declared.method === 'POST' ? await once(deps, request, reply, answer) : await answer();
        if (declared.revised) setEtag(reply, named, declared.revised);
        return { result: 'success', ...named };
      },
    });
  }
}

async function limit({ limiter }: BinderDeps, reply: FastifyReply, subject: string): Promise<void> {
  const taken = limiter.take(subject);
  reply.headers(limitHeaders(taken instanceof Promise ? await taken : taken));
}

async function once(
  { database, settings }: BinderDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<object>,
) {
  const asked = { pool: database.ownerPool, secret: settings.secret };
  const done = await answerOnce(asked, request.who!, request, answer);
  if (done.replayed) reply.header('idempotent-replayed', 'true');
  return done.answer;
}

function setEtag(reply: FastifyReply, named: object, revised: string): void {
  type Part = { [name: string]: Part | undefined } & { revision?: number };
  const object = revised.split('.').reduce<Part | undefined>((part, name) => part?.[name], named as Part);
  if (object?.revision) reply.header('etag', etagOf(object.revision));
}

const forPeople = 'For people only: an API key is refused.';

/** Who may call a route, for the API description. */
function describeAccess({ access, people }: Route): string {
  if (access === 'public') return 'Open to everybody.';
  if (access === 'session') return forPeople;
  if (access === 'caller') return 'For everybody who is signed in, and for every API key.';
  return `Permission: \`${access}\`.${people ? ` ${forPeople}` : ''}`;
}

/** The headers that a route takes beyond the bearer. */
function headersOf({ access, method, status, revised }: Route): RouteHeader[] {
  const byPeople = access !== 'public' && access !== 'node';
  return [
    ...(byPeople && method === 'POST' ? (['Idempotency-Key'] as const) : []),
    // What is made anew has no version that somebody could have looked at.
    ...(revised && method !== 'GET' && status !== 201 ? (['If-Match'] as const) : []),
  ];
}

function describe(name: string, declared: Route) {
  return {
    operationId: name,
    summary: declared.summary,
    tags: [declared.tag],
    hide: declared.internal ?? false,
    ...(declared.access === 'public' ? { security: [] } : {}),
    description: describeAccess(declared),
    ...(declared.params && { params: declared.params }),
    ...(declared.query && { querystring: declared.query }),
    ...(declared.body && { body: declared.body }),
    ...(declared.sends && { 'x-sends': declared.sends }),
    'x-headers': headersOf(declared),
    response: {
      ...(!declared.sends && { [declared.status]: declared.reply.describe('Success') }),
      ...describeErrors(declared),
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    who: Who | null;
    node: NodeIdentity | null;
  }
  interface FastifyContextConfig {
    access?: Access;
    operationId?: string;
  }
}
