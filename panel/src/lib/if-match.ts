import { etagOf } from '@headwater/contract/lib/revision';

/** Saves only over the revision that the form began from. */
export const ifMatch = (revision: number | string | undefined) => ({ 'If-Match': etagOf(Number(revision)) });
