import type { ErrorCode, ErrorReply } from '@headwater/contract/lib/errors';

export type FieldErrors = NonNullable<ErrorReply['errors']>;

/** `network`: no answer came. `unreadable`: an answer came that is not one of ours, such as a proxy's error page. */
export type CallErrorCode = ErrorCode | 'network' | 'unreadable';

const words = {
  network: 'The server cannot be reached. Check your connection and try again.',
  unreadable: '',
};

/** Why a call failed, in words for the person in front of the screen. `message` is empty when the answer had none. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: CallErrorCode;
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly requestId: string | null;
  readonly errors: FieldErrors;

  constructor(fields: {
    message: string;
    code: CallErrorCode;
    status: number;
    requestId?: string | null;
    errors?: FieldErrors | undefined;
  }) {
    super(fields.message);
    this.code = fields.code;
    this.status = fields.status;
    this.requestId = fields.requestId ?? null;
    this.errors = fields.errors ?? [];
  }

  static network(): CallError {
    return new CallError({ message: words.network, code: 'network', status: 0 });
  }

  /** What an answer's status and body say about the failure. */
  static fromAnswer(status: number, body: unknown): CallError {
    const reply = body as Partial<ErrorReply> | null;
    if (typeof reply !== 'object' || reply === null || typeof reply.message !== 'string') {
      return new CallError({ message: words.unreadable, code: 'unreadable', status });
    }
    const { message, code = 'internal', requestId = null, errors } = reply;
    return new CallError({ message, code, status, requestId, errors: Array.isArray(errors) ? errors : undefined });
  }
}

/** A failure's own words, or `fallback` where it has none. */
export const wordsOf = (error: unknown, fallback: string): string =>
  error instanceof CallError && error.message !== '' ? error.message : fallback;

/** Field errors as a form wants them: the first sentence for each field. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof CallError)) return {};
  return Object.fromEntries(error.errors.toReversed().map(({ field, message }) => [field, message]));
}
