import type { NodeAddresses } from '@headwater/contract/network/routes';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from './AddressPanel.module.css';
import { addressColumns } from './address-columns.tsx';

type Props = {
  id: string;
  title: string;
  lead: string;
  icon: ReactNode;
  none: string;
  nodes: NodeAddresses[] | undefined;
  error: unknown;
  onRetry: () => void;
};

/** One kind of servers with their addresses, all of which can be copied together, one a line. */
export function AddressPanel({ id, title, lead, icon, none, nodes, error, onRetry }: Props) {
  const all = [...new Set(nodes?.flatMap(({ addresses }) => addresses))];
  const copyAll = all.length > 0 && (
    <span className={classes.all}>
      Copy all <CopyButton value={all.join('\n')} what={`all ${title}`} />
    </span>
  );
  return (
    <section id={id} aria-label={title} tabIndex={-1} className={classes.root}>
      <Panel title={title} aside={copyAll} flush>
        <p className={classes.lead}>{lead}</p>
        <DataTable
          label={title}
          narrow
          columns={addressColumns}
          rows={nodes}
          rowId={({ node }) => node}
          error={error}
          onRetry={onRetry}
          expectedRows={2}
          empty={
            <EmptyState icon={icon} title="No addresses">
              {none}
            </EmptyState>
          }
        />
      </Panel>
    </section>
  );
}
