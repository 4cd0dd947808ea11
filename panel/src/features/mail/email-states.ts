import type { Email } from '@headwater/contract/mail/schema';
import type { Tone } from '../../lib/deployment-words.ts';

export const emailStates: Record<Email['state'], { tone: Tone; word: string }> = {
  queued: { tone: 'pending', word: 'On its way' },
  sent: { tone: 'live', word: 'Sent' },
  failed: { tone: 'failed', word: 'Not delivered' },
};
