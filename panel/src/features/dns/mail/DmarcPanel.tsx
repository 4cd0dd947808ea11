import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { Policy } from '@headwater/contract/dns/mail-routes';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useRefusal } from '../../../lib/permission.ts';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Refusable } from '../../../ui/Refusable.tsx';
import { DmarcDialog } from './DmarcDialog.tsx';
import { explainDmarc } from './dmarc.ts';
import classes from './Mail.module.css';
import { OnlyOne } from './OnlyOne.tsx';

type Props = { domain: DnsDomain; dmarc: readonly Policy[] | undefined };

/** What others do with mail that only claims to be from the domain. */
export function DmarcPanel({ domain, dmarc }: Props) {
  const refused = useRefusal(dnsRoutes.createRecord);
  const [asking, setAsking] = useState(false);
  return (
    <Panel
      title="4. What happens to forged mail (DMARC)"
      aside={
        <Refusable reason={refused}>
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {dmarc && dmarc.length > 1 ? 'Make them one' : dmarc?.length === 1 ? 'Change' : 'Set up DMARC'}
          </Button>
        </Refusable>
      }
    >
      {dmarc === undefined && <Skeleton height={48} />}
      {dmarc?.length === 0 && (
        <p className={classes.text}>
          Not set up: whoever receives forged mail decides alone what to do with it, and you never hear of it.
        </p>
      )}
      {dmarc && dmarc.length > 1 && (
        <OnlyOne kind="DMARC" count={dmarc.length} effect="do with forged mail what they please" />
      )}
      {dmarc?.map(({ id, text }) => (
        <section key={id} className={classes.policy}>
          <CodeBlock code={text} what="DMARC record" />
          <p className={classes.text}>{explainDmarc(text).join(' ')}</p>
        </section>
      ))}
      {dmarc !== undefined && (
        <DmarcDialog domain={domain} dmarc={dmarc} opened={asking} onClose={() => setAsking(false)} />
      )}
    </Panel>
  );
}
