import { dnsMessages } from '@headwater/contract/dns/messages';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import type { Verdict } from './selection.ts';

type Props = {
  verdict: Verdict;
  name: string | undefined;
  error: unknown;
  problem: string | null;
  onRetry: () => void;
};

/** What stands where a domain cannot be shown. */
export function NoDomain({ verdict, name, error, problem, onRetry }: Props) {
  if (verdict === 'failed') {
    return <ErrorState error={error} title={dnsMessages.loadDomainInformation} onRetry={onRetry} />;
  }
  if (verdict === 'invalid') return <EmptyState title="This address is not complete">{problem}</EmptyState>;
  if (verdict === 'deleted') {
    return (
      <EmptyState title={`${name} is deleted`}>
        It can be restored from the deleted domains in the list of domains. One moment: you are taken on.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Domain not found">
      It does not exist, or it belongs to another service. One moment: you are taken to the dashboard.
    </EmptyState>
  );
}
