import { type ErrorCode, errorStatus } from '@headwater/contract/lib/errors';

export type FieldProblem = { field: string; message: string };

/**
 * The one error that reaches a person: a stable code, its HTTP status, and a sentence written for the one who reads
 * it. Anything else that is thrown becomes `internal` without its words.
 */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    publicMessage: string,
    more: { errors?: FieldProblem[]; retryAfterSeconds?: number } = {},
  ) {
    super(publicMessage);
    this.name = 'Problem';
    this.code = code;
    this.status = errorStatus[code];
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** Another customer's object and one that never was are answered alike. */
export const notFound = (what: string) => new Problem('not_found', `${what} not found.`);

/** A problem with one field of the input. */
export const fieldProblem = (code: ErrorCode, field: string, message: string) =>
  new Problem(code, message, { errors: [{ field, message }] });
