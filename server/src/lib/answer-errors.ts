import type { ErrorReply } from '@headwater/contract/lib/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type FieldProblem, Problem } from './problem.ts';
import { limitHeaders } from './rate-limits.ts';
import { securityHeaders } from './secure-headers.ts';

/** Every failure leaves in one shape, with the request id that the log has too. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answer(request, reply, toProblem(error, request)));
}

/** For Fastify itself: an address that cannot be read gets as far as neither a route nor a hook. */
export function answerUnreadable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ ...securityHeaders, 'cache-control': 'no-store', 'x-request-id': request.id });
  return answer(request, reply, new Problem('invalid_input', 'The address of the request is not valid.'));
}

export function answer(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  const body: ErrorReply = {
    result: 'error',
    message: problem.message,
    code: problem.code,
    requestId: request.id,
    ...(problem.errors && { errors: problem.errors }),
  };
  if (problem.retryAfterSeconds) reply.header('retry-after', String(problem.retryAfterSeconds));
  if (problem.allowance) reply.headers(limitHeaders(problem.allowance));
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  // As text with a length of its own: the route's serializer knows only what the contract names.
  return reply
    .code(problem.status)
    .type('application/json; charset=utf-8')
    .serializer((text) => text as string)
    .send(JSON.stringify(body));
}

function toProblem(error: FastifyError, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map((issue): FieldProblem => {
      const path = issue.instancePath.split('/').filter(Boolean);
      return { field: path.join('.') || error.validationContext || 'body', message: issue.message ?? 'Not accepted' };
    });
    const [first] = errors;
    const isOfAnotherType = error.validation[0]?.keyword === 'invalid_type';
    const words = first ? describeFirst(first, isOfAnotherType) : 'The input is not valid.';
    return new Problem('invalid_input', words, { errors });
  }
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Problem('malformed_json', 'The body is not valid JSON.');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body_too_large', 'The body is larger than this route accepts.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type', 'Send the body as application/json.');
    default:
  }
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('invalid_input', 'The request is not valid.');
  }
  if (isUnstorable(error)) {
    return new Problem('invalid_input', 'The input contains a character that cannot be stored, such as U+0000.');
  }
  request.log.error({ err: error }, 'request failed');
  if (isDatabaseAway(error)) {
    return new Problem('unavailable', 'The database cannot be reached. Try again in a moment.', {
      retryAfterSeconds: 2,
    });
  }
  return new Problem(
    'internal',
    `Something went wrong on our side. Support can find it by the request id ${request.id}.`,
  );
}

/** Text that PostgreSQL does not take: U+0000, or half a surrogate pair in JSON. Zod and JavaScript accept both. */
const isUnstorable = ({ code, message }: FastifyError) =>
  code === '22021' || code === '22P05' || (code === '22P02' && message.includes('type json'));

/** Sentences about the whole, such as that two fields do not go together, say by themselves what they are about. */
function describeFirst({ field, message }: FieldProblem, isOfAnotherType: boolean): string {
  const isWhole = field === 'body' || field === 'params' || field === 'querystring';
  return isWhole && !isOfAnotherType ? message : `${field}: ${message}`;
}

/** PostgreSQL restarting or gone: class 08 and 57P0x, or the connection's own failures. */
function isDatabaseAway(error: FastifyError): boolean {
  return (
    /^(08|57P0)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(error.code ?? '') ||
    /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(error.message)
  );
}
