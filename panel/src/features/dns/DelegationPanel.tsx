import type { DnsDomain } from '@headwater/contract/dns/domain';
import { Copyable } from '../../ui/Copyable.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { Ago } from '../../ui/Time.tsx';
import { CheckNow } from './CheckNow.tsx';
import classes from './DelegationPanel.module.css';
import { delegationWords } from './delegation-words.ts';
import { useCheckDomain } from './use-domain-deeds.ts';

/** What belongs at the registrar, and what the parent zone says is there. */
export function DelegationPanel({ domain }: { domain: DnsDomain }) {
  const check = useCheckDomain(domain);
  const { tone, word, text } = delegationWords(domain);
  const { state, nameservers: named, checkedAt, seenAt } = domain.delegation;
  return (
    <Panel title="Name servers" aside={<CheckNow busy={check.isPending} onCheck={() => check.mutate()} />}>
      <p className={classes.text}>
        <StateDot tone={tone} word={word} {...(checkedAt && { detail: 'checked', at: checkedAt })} wrap />
      </p>
      <p className={classes.text}>{text}</p>
      <div className={classes.pair}>
        <section>
          <h3 className={classes.heading}>
            Enter at your registrar
            {domain.nameservers.length > 1 && (
              <CopyButton value={domain.nameservers.join('\n')} what="all name servers" />
            )}
          </h3>
          <ul className={classes.list}>
            {domain.nameservers.map((name) => (
              <li key={name}>
                <Copyable value={name} what={`name server ${name}`} whole />
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className={classes.heading}>The parent zone names</h3>
          {named.length === 0 ? (
            <p className={classes.none}>{state === 'missing' ? 'None' : checkedAt ? 'Not known' : 'Not asked yet'}</p>
          ) : (
            <ul className={classes.list}>
              {named.map((name) => (
                <li key={name} className="mono">
                  {name}
                </li>
              ))}
            </ul>
          )}
          {seenAt && (
            <p className={classes.none}>
              Ours were last seen there <Ago iso={seenAt} />
            </p>
          )}
        </section>
      </div>
    </Panel>
  );
}
