import { type ErrorCode, ErrorReply, errorStatus } from '@headwater/contract/lib/errors';
import type { Route } from '@headwater/contract/lib/route';

/** The error answers of a route for the API description: those that every route shares and its own, by status. */
export function describeErrors(declared: Route): Record<number, unknown> {
  const codes: ErrorCode[] = ['rate_limited', 'internal', ...(declared.errors ?? [])];
  if (declared.params || declared.query || declared.body) codes.push('invalid_input');
  if (declared.body) codes.push('malformed_json', 'body_too_large');
  if (declared.access !== 'public') codes.push('expired_token');
  if (!['public', 'session', 'node'].includes(declared.access)) codes.push('forbidden');
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of codes) {
    const status = errorStatus[code];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [status, ErrorReply.describe(`Codes: ${[...of].sort().join(', ')}`)]),
  );
}
