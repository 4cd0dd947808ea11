import type { CancellationRequest } from '@headwater/contract/services/schema';
import type { z } from 'zod';

type Type = z.infer<typeof CancellationRequest>['type'];

/** What each way to cancel means for the person who asks for it. */
export const cancellationTypes: readonly { type: Type; meaning: string }[] = [
  {
    type: 'Immediate',
    meaning:
      'As soon as your provider has seen the request, everything in the service stops: its zones no longer answer.',
  },
  {
    type: 'End of Billing Period',
    meaning: 'The service goes on until the end of what is paid for, or of the trial, and is not renewed.',
  },
];
