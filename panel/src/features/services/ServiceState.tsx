import type { Service } from '@headwater/contract/services/schema';
import type { Tone } from '../../lib/deployment-words.ts';
import { useNow } from '../../lib/use-now.ts';
import { StateDot } from '../../ui/StateDot.tsx';
import { trialWords } from './trial-words.ts';

const tones: Record<Service['domainstatus'], Tone> = {
  Active: 'live',
  Pending: 'pending',
  Suspended: 'failed',
  Terminated: 'off',
  Cancelled: 'off',
};

/** A service's status, and what is about to change it. */
export function ServiceState({ service, wrap = false }: { service: Service; wrap?: boolean }) {
  const now = useNow();
  const { domainstatus, trialEndsAt, cancellation } = service;
  const details = [
    domainstatus === 'Active' || domainstatus === 'Suspended' ? trialWords(trialEndsAt, now) : null,
    cancellation && 'cancellation requested',
  ].filter((words) => words !== null);
  return <StateDot tone={tones[domainstatus]} word={domainstatus} detail={details} wrap={wrap} />;
}
