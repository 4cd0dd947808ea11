import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import type { DnsSecurity } from '@headwater/contract/dns/security-routes';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { StateDot } from '../../../ui/StateDot.tsx';
import { CheckNow } from '../CheckNow.tsx';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';
import { parentWords } from './parent-words.ts';
import classes from './Security.module.css';
import { useSecurityChange } from './security-query.ts';

type Props = { domain: DnsDomain; security: DnsSecurity };

/** Which DS the parent zone publishes, and what follows from that. */
export function ParentPanel({ domain, security }: Props) {
  const changed = useSecurityChange();
  const check = useMutation({
    mutationFn: () => call(dnsRoutes.checkSecurity, { params: paramsOf(domain) }),
    onSuccess: changed,
    onError: (error) => tellFailure('Failed to check the parent zone', error),
  });
  const { tone, word, text } = parentWords(security);
  const { checkedAt, ds } = security.parent;
  return (
    <Panel title="The parent zone" aside={<CheckNow busy={check.isPending} onCheck={() => check.mutate()} />}>
      <p className={classes.text} role="status">
        <StateDot tone={tone} word={word} {...(checkedAt && { detail: 'checked', at: checkedAt })} wrap />
      </p>
      <p className={classes.text}>{text}</p>
      {ds.length > 0 && (
        <ul className={classes.list}>
          {ds.map(({ keyTag, algorithm, digestType, digest }) => (
            <li key={`${keyTag} ${digestType} ${digest}`} className="mono">
              {keyTag} {algorithm} {digestType} {digest}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
