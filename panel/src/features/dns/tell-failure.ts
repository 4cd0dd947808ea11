import { useEffect } from 'react';
import { wordsOf } from '../../lib/call-error.ts';
import { toast } from '../../ui/toast.ts';

/** Says that something about a domain failed: what was meant to happen, and the server's words. */
export const tellFailure = (what: string, error: unknown): void =>
  toast.error(wordsOf(error, 'Try again in a moment.'), { title: what, lasts: 'domainError' });

/** The same for what a screen could not load. */
export function useLoadFailure(what: string, error: unknown): void {
  useEffect(() => {
    if (error) tellFailure(what, error);
  }, [what, error]);
}
