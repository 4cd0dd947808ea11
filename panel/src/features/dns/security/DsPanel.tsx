import type { DnsSecurity } from '@headwater/contract/dns/security-routes';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import classes from './Security.module.css';

const digestNames: Record<number, string> = { 2: 'SHA-256', 4: 'SHA-384' };

/** What registrars ask for, each value ready to be copied. */
export function DsPanel({ security }: { security: DnsSecurity }) {
  const { ds, keyTag, algorithm, flags, protocol, publicKey } = security;
  return (
    <Panel title="For your registrar">
      <p className={classes.text}>
        Most registrars ask for the DS record. One with digest type 2 is enough; enter the second as well where there is
        room for it.
      </p>
      {ds.map(({ text, digestType, digest }) => (
        <div key={digestType} className={classes.ds}>
          <h3 className={classes.heading}>
            DS with digest type {digestType} ({digestNames[digestType] ?? 'digest'})
          </h3>
          <CodeBlock code={text} what={`DS record with digest type ${digestType}`} />
          <Facts
            facts={[
              {
                label: 'Digest',
                value: <Copyable value={digest} what={`digest of type ${digestType}`} whole />,
              },
            ]}
          />
        </div>
      ))}
      <h3 className={classes.heading}>The fields one by one</h3>
      <Facts
        facts={[
          ...(keyTag === null ? [] : [{ label: 'Key tag', value: <Copyable value={String(keyTag)} what="key tag" /> }]),
          {
            label: 'Algorithm',
            value: <Copyable value={String(ds[0]?.algorithm ?? algorithm)} what="algorithm" text={algorithm} />,
          },
          { label: 'Flags', value: <Copyable value={String(flags)} what="flags" text={`${flags} (KSK)`} /> },
          { label: 'Protocol', value: <Copyable value={String(protocol)} what="protocol" /> },
          ...(publicKey === null
            ? []
            : [{ label: 'Public key', value: <Copyable value={publicKey} what="public key" whole /> }]),
        ]}
      />
    </Panel>
  );
}
