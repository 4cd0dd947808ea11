import { UnstyledButton } from '@mantine/core';
import type { Operation } from './bulk/operation.ts';
import { useOperation } from './bulk/operations.ts';
import classes from './RecordsTab.module.css';
import type { Dialog } from './use-dialog.ts';

type Props = { domainId: string; onOpen: (dialog: Dialog) => void };

const names = { 'ttl-update': 'Changing TTL', 'record-copy': 'Copying' };
const endNames = { 'ttl-update': 'TTL change', 'record-copy': 'Copy' };

/** Operations that go on behind a closed dialog; a press opens it again. */
export function OperationChips({ domainId, onOpen }: Props) {
  const ttl = useOperation('ttl-update', domainId);
  const copy = useOperation('record-copy', domainId);
  return (
    <>
      {ttl && <Chip operation={ttl} onOpen={() => onOpen({ kind: 'ttl', ids: [] })} />}
      {copy && <Chip operation={copy} onOpen={() => onOpen({ kind: 'copy', ids: [] })} />}
    </>
  );
}

function Chip({ operation, onOpen }: { operation: Operation; onOpen: () => void }) {
  const { kind, state, percentage, failed } = operation;
  const words = state === 'running' ? `${names[kind]} · ${percentage} %` : `${endNames[kind]} ${state}`;
  return (
    <UnstyledButton className={classes.chip} data-state={state} data-failed={failed > 0 || undefined} onClick={onOpen}>
      <span className={classes.chipBar} style={{ width: `${percentage}%` }} />
      <span className={classes.chipWords}>{words}</span>
    </UnstyledButton>
  );
}
