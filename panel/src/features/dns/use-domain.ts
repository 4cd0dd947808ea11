import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CallError, wordsOf } from '../../lib/call-error.ts';
import { deploymentPoll } from '../../lib/deployment-poll.ts';
import { sendToForbidden } from '../../lib/forbidden-hint.ts';
import { toast } from '../../ui/toast.ts';
import { domainQuery } from './domain-queries.ts';
import { selectionProblem, type Verdict } from './selection.ts';

/** What leads away from a page says why first. */
const redirectDelayMs = 2000;

const deletedHint = (name: string) =>
  `${name} is deleted. You can restore it within 30 days, from the deleted domains in the list.`;

/** The domain that is asked for, and whether it can be shown. Warns, and leads away from what cannot. */
export function useDomain(serviceId: number, domainId: string) {
  const problem = selectionProblem(serviceId, domainId);
  const query = useQuery({
    ...domainQuery(serviceId, domainId),
    enabled: problem === null,
    refetchInterval: ({ state }) => deploymentPoll(state.data && [state.data.domain]),
  });
  const domain = query.data?.domain;
  const verdict = verdictOf(problem, query.error, domain);
  useWarning(serviceId, verdict, { problem, domain, error: query.error });
  return { domain, verdict, error: query.error, problem, retry: () => void query.refetch() };
}

function verdictOf(problem: string | null, error: unknown, domain: DnsDomain | undefined): Verdict {
  if (problem !== null) return 'invalid';
  if (error instanceof CallError && error.status === 404) return 'missing';
  if (domain?.deleted) return 'deleted';
  if (domain) return domain.meta.status === '0' ? 'disabled' : 'open';
  return error ? 'failed' : 'open';
}

type Known = { problem: string | null; domain: DnsDomain | undefined; error: unknown };

function useWarning(serviceId: number, verdict: Verdict, { problem, domain, error }: Known): void {
  const navigate = useNavigate();
  const name = domain?.domain ?? '';
  // Its words: an effect that had the error itself would tell it again with each attempt.
  const failure = verdict === 'failed' ? wordsOf(error, 'Try again in a moment.') : '';
  useEffect(() => {
    const warn = (message: string, title: string) => toast.warning(message, { title, lasts: 'domainWarning' });
    const later = (go: () => void) => {
      const timer = setTimeout(go, redirectDelayMs);
      return () => clearTimeout(timer);
    };
    if (verdict === 'invalid') toast.error(problem ?? '', { lasts: 'domainError' });
    if (verdict === 'failed') toast.error(failure, { title: dnsMessages.loadDomainInformation, lasts: 'domainError' });
    if (verdict === 'disabled') {
      warn('Its records can be changed, but our name servers do not answer for it.', `${name} is disabled`);
    }
    if (verdict === 'missing') {
      warn('It does not exist, or it belongs to another service. You are taken to the dashboard.', 'Domain not found');
      const params = { serviceId: String(serviceId) };
      return later(() => void navigate({ to: '/$serviceId/dashboard', params, replace: true }));
    }
    if (verdict === 'deleted') {
      warn('Restore it from the list of deleted domains to use it again.', `${name} is deleted`);
      return later(() =>
        sendToForbidden(navigate, serviceId, `/${serviceId}/domains`, {
          text: deletedHint(name),
          action: 'Go to your domains',
        }),
      );
    }
    return undefined;
  }, [navigate, serviceId, verdict, name, problem, failure]);
}
