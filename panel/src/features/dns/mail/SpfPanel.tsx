import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { MailEntry, Policy } from '@headwater/contract/dns/mail-routes';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useRefusal } from '../../../lib/permission.ts';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Refusable } from '../../../ui/Refusable.tsx';
import classes from './Mail.module.css';
import { OnlyOne } from './OnlyOne.tsx';
import { SpfDialog } from './SpfDialog.tsx';
import { explainSpf } from './spf.ts';

type Props = { domain: DnsDomain; mail: MailEntry[] | undefined; spf: readonly Policy[] | undefined };

/** Which servers may send mail in the domain's name. */
export function SpfPanel({ domain, mail, spf }: Props) {
  const refused = useRefusal(dnsRoutes.createRecord);
  const [asking, setAsking] = useState(false);
  return (
    <Panel
      title="2. Who may send (SPF)"
      aside={
        <Refusable reason={refused}>
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {spf && spf.length > 1 ? 'Make them one' : spf?.length === 1 ? 'Change' : 'Set up SPF'}
          </Button>
        </Refusable>
      }
    >
      {spf === undefined && <Skeleton height={48} />}
      {spf?.length === 0 && (
        <p className={classes.text}>
          Not set up: whoever receives mail cannot tell yours from forged mail, and may take yours for spam.
        </p>
      )}
      {spf && spf.length > 1 && <OnlyOne kind="SPF" count={spf.length} effect="take none of your mail for yours" />}
      {spf?.map(({ id, text }) => (
        <section key={id} className={classes.policy}>
          <CodeBlock code={text} what="SPF record" />
          <dl className={classes.terms}>
            {explainSpf(text).map(({ term, words }) => (
              <div key={term}>
                <dt className="mono">{term}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {mail && spf !== undefined && (
        <SpfDialog domain={domain} mail={mail} spf={spf} opened={asking} onClose={() => setAsking(false)} />
      )}
    </Panel>
  );
}
