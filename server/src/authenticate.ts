import { messages } from '@headwater/contract/lib/messages';
import type { FastifyRequest } from 'fastify';
import { readNode } from './features/nodes/index.ts';
import type { Authenticate, Deps } from './lib/feature.ts';
import { limitedAddress } from './lib/limits.ts';
import { Problem } from './lib/problem.ts';

/** Callers are known by their bearer token; its prefix says which feature reads it. */
export function authenticateBy({
  database,
  features,
  limiter,
}: Pick<Deps, 'database' | 'features' | 'limiter'>): Authenticate {
  const readers = new Map(features.flatMap(({ tokens = {} }) => Object.entries(tokens)));
  return {
    async caller(request: FastifyRequest) {
      const token = /^Bearer ([a-z]{3}_[\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1];
      const read = token && readers.get(token.slice(0, 3));
      try {
        if (!read) throw new Problem('expired_token', messages.expiredToken);
        return await read({ database }, request, token);
      } catch (error) {
        // Also a key that is not for this address. A good token is served still: its owner may sit behind the same address.
        if (error instanceof Problem && ['expired_token', 'invalid_key', 'forbidden'].includes(error.code)) {
          await limiter.take(`stranger ${limitedAddress(request.ip)}`);
        }
        throw error;
      }
    },
    node: (request) => readNode(database, request),
  };
}
