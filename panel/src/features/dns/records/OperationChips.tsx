import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Operation } from './bulk/operation.ts';
import { clearOperation, useOperation } from './bulk/operations.ts';
import classes from './RecordsTab.module.css';
import type { useDialog } from './use-dialog.ts';

type Props = { domainId: string; dialog: ReturnType<typeof useDialog> };

const names = { 'ttl-update': 'Changing TTL', 'record-copy': 'Copying' };
const endNames = { 'ttl-update': 'TTL change', 'record-copy': 'Copy' };

/** So long a chip stays once it is known how the operation ended. */
const staysMs = 8000;

/** Operations that go on behind a closed dialog; a press opens it again. */
export function OperationChips({ domainId, dialog: { dialog, opened, open } }: Props) {
  const ttl = useOperation('ttl-update', domainId);
  const copy = useOperation('record-copy', domainId);
  const watched = (kind: 'ttl' | 'copy') => opened && dialog?.kind === kind;
  return (
    <>
      {ttl && (
        <Chip
          domainId={domainId}
          operation={ttl}
          watched={watched('ttl')}
          onOpen={() => open({ kind: 'ttl', ids: [] })}
        />
      )}
      {copy && (
        <Chip
          domainId={domainId}
          operation={copy}
          watched={watched('copy')}
          onOpen={() => open({ kind: 'copy', ids: [] })}
        />
      )}
    </>
  );
}

type ChipProps = { domainId: string; operation: Operation; watched: boolean; onOpen: () => void };

function Chip({ domainId, operation, watched, onOpen }: ChipProps) {
  const { kind, state, percentage, failed } = operation;
  const words = state === 'running' ? `${names[kind]} · ${percentage} %` : `${endNames[kind]} ${state}`;
  const over = state !== 'running';
  const [seen, setSeen] = useState(false);
  if (watched && over && !seen) setSeen(true);
  // A good end was said when it came; what failed waits until somebody looks.
  const mayGo = over && !watched && (seen || (state === 'finished' && failed === 0));
  useEffect(() => {
    if (!mayGo) return;
    const timer = setTimeout(() => clearOperation(kind, domainId), staysMs);
    return () => clearTimeout(timer);
  }, [mayGo, kind, domainId]);
  return (
    <UnstyledButton className={classes.chip} data-state={state} data-failed={failed > 0 || undefined} onClick={onOpen}>
      <span className={classes.chipBar} style={{ width: `${percentage}%` }} />
      <span className={classes.chipWords}>{words}</span>
    </UnstyledButton>
  );
}
