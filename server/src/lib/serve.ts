import type { Permission } from '@headwater/contract/lib/permissions';
import type { Access, Route, Routes } from '@headwater/contract/lib/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { describeErrors } from './describe-errors.ts';
import { Problem } from './problem.ts';
import type { NodeIdentity, Who } from './who.ts';

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Who asks, as the route's access demands: a node on a `node` route, nobody known on a `public` one. */
type Asker<A extends Access> = A extends 'public' ? null : A extends 'node' ? NodeIdentity : Who;

export type Ask<R extends Route> = {
  params: Out<R['params']>;
  query: Out<R['query']>;
  body: Out<R['body']>;
  who: Asker<R['access']>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What a handler returns: the reply without its envelope, which the binder adds. */
export type Named<R extends Route> = Omit<z.input<R['reply']>, 'result'>;

export type Handlers<C extends Routes> = { [K in keyof C]: (ask: Ask<C[K]>) => Promise<Named<C[K]>> };

/** How a request proves who it comes from. Both throw a Problem when it does not. */
export type Authenticate = {
  session(request: FastifyRequest): Promise<Who>;
  node(request: FastifyRequest): Promise<NodeIdentity>;
};

/**
 * Binds a handler to every route of a contract: authentication and permission before the input is read, validation
 * before the handler, and only the fields that the contract names after it.
 */
export function serve<const C extends Routes>(
  app: FastifyInstance,
  authenticate: Authenticate,
  contract: C,
  handlers: Handlers<C>,
): void {
  for (const [name, declared] of Object.entries(contract) as [keyof C & string, Route][]) {
    app.route({
      method: declared.method,
      url: declared.path,
      bodyLimit: declared.bodyLimitBytes ?? 65_536,
      config: { access: declared.access, operationId: name },
      schema: {
        operationId: name,
        summary: declared.summary,
        tags: [declared.tag],
        hide: declared.internal ?? false,
        ...(declared.access === 'public' ? { security: [] } : {}),
        ...(declared.params && { params: declared.params }),
        ...(declared.query && { querystring: declared.query }),
        ...(declared.body && { body: declared.body }),
        response: { [declared.status]: declared.reply.describe('Success'), ...describeErrors(declared) },
      },
      // Before the body is read: a stranger cannot make us parse megabytes.
      onRequest: async (request) => {
        if (declared.access === 'public') return;
        if (declared.access === 'node') request.node = await authenticate.node(request);
        else request.who = await admit(authenticate, declared.access, request);
      },
      handler: async (request, reply) => {
        reply.code(declared.status);
        const named: object = await handlers[name]!({
          params: request.params,
          query: request.query,
          body: request.body,
          who: (declared.access === 'node' ? request.node : request.who) ?? null,
          request,
          reply,
        } as never);
        return { result: 'success', ...named };
      },
    });
  }
}

async function admit(
  authenticate: Authenticate,
  access: 'session' | Permission,
  request: FastifyRequest,
): Promise<Who> {
  const who = await authenticate.session(request);
  if (access !== 'session' && !who.permissions.has(access)) {
    throw new Problem('forbidden', 'Your account does not have the permission for this. Ask the account holder.');
  }
  if (!who.isVerified && access !== 'session' && access !== 'services.view') {
    throw new Problem('email_unverified', 'Verify your e-mail address first.');
  }
  return who;
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
