import { type ErrorCode, errorStatus } from '@headwater/contract/lib/errors';

/** How many requests a caller has in a window, and how many are left of it. */
export type Allowance = { limit: number; remaining: number; resetSeconds: number };

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
  /** Where the caller stands with the limit that refused it. */
  readonly allowance: Allowance | undefined;

  constructor(
    code: ErrorCode,
    publicMessage: string,
    more: { errors?: FieldProblem[]; retryAfterSeconds?: number; allowance?: Allowance } = {},
  ) {
    super(publicMessage);
    this.name = 'Problem';
    this.code = code;
    this.status = errorStatus[code];
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.allowance = more.allowance;
  }
}

/** Another customer's object and one that never was are answered alike. */
export const notFound = (what: string) => new Problem('not_found', `${what} not found.`);

/** A problem with one field of the input. */
export const fieldProblem = (code: ErrorCode, field: string, message: string) =>
  new Problem(code, message, { errors: [{ field, message }] });
