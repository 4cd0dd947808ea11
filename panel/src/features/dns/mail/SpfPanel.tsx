import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { MailEntry, MailPolicy } from '@headwater/contract/dns/mail-routes';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useRefusal } from '../../../lib/permission.ts';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Refusable } from '../../../ui/Refusable.tsx';
import classes from './Mail.module.css';
import { SpfDialog } from './SpfDialog.tsx';
import { explainSpf } from './spf.ts';

type Props = { domain: DnsDomain; mail: MailEntry[] | undefined; spf: MailPolicy['spf'] | undefined };

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
            {spf ? 'Change' : 'Set up SPF'}
          </Button>
        </Refusable>
      }
    >
      {spf === undefined && <Skeleton height={48} />}
      {spf === null && (
        <p className={classes.text}>
          Not set up: whoever receives mail cannot tell yours from forged mail, and may take yours for spam.
        </p>
      )}
      {spf && (
        <>
          <CodeBlock code={spf.text} what="SPF record" />
          <dl className={classes.terms}>
            {explainSpf(spf.text).map(({ term, words }) => (
              <div key={term}>
                <dt className="mono">{term}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {mail && spf !== undefined && (
        <SpfDialog domain={domain} mail={mail} spf={spf} opened={asking} onClose={() => setAsking(false)} />
      )}
    </Panel>
  );
}
