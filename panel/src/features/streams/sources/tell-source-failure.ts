import { CallError, wordsOf } from '../../../lib/call-error.ts';
import { toast } from '../../../ui/toast.ts';

/** The server's message, and each message of its list of errors beside it. Of a change by somebody else the form tells. */
export function tellSourceFailure(error: unknown): void {
  if (error instanceof CallError && error.code === 'stale') return;
  toast.error(wordsOf(error, 'The sources could not be saved. Try again.'));
  if (error instanceof CallError) for (const { message } of error.errors) toast.error(message);
}
