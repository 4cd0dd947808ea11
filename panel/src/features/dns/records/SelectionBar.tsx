import { Button, CloseButton } from '@mantine/core';
import { IconClock, IconCopy, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Refusable } from '../../../ui/Refusable.tsx';
import classes from './RecordsTab.module.css';
import { countRecords } from './record-words.ts';

type Props = {
  count: number;
  /** Of those, how many the filter hides just now. */
  hidden: number;
  refused: string | null;
  busy: boolean;
  onStatus: (status: 0 | 1) => void;
  onTtl: () => void;
  onCopy: () => void;
  onDelete: () => void;
  onClear: () => void;
};

/** What can be done with the records that are chosen. */
export function SelectionBar({ count, hidden, refused, busy, onStatus, onTtl, onCopy, onDelete, onClear }: Props) {
  const deeds = [
    { label: 'Enable', Icon: IconPlayerPlay, run: () => onStatus(1) },
    { label: 'Disable', Icon: IconPlayerPause, run: () => onStatus(0) },
    { label: 'Change TTL', Icon: IconClock, run: onTtl },
    { label: 'Copy to domain', Icon: IconCopy, run: onCopy },
  ];
  return (
    <div className={classes.selection} role="toolbar" aria-label="Selected records">
      <CloseButton size="sm" aria-label="Clear the selection" onClick={onClear} />
      <span className={classes.chosen} role="status">
        {countRecords(count)} selected{hidden > 0 && `, ${hidden.toLocaleString('en')} not in the list`}
      </span>
      {deeds.map(({ label, Icon, run }) => (
        <Refusable key={label} reason={refused}>
          <Button size="compact-sm" variant="default" leftSection={<Icon size={14} />} disabled={busy} onClick={run}>
            {label}
          </Button>
        </Refusable>
      ))}
      <Refusable reason={refused}>
        <Button
          size="compact-sm"
          variant="outline"
          color="red"
          leftSection={<IconTrash size={14} />}
          disabled={busy}
          onClick={onDelete}
        >
          Delete
        </Button>
      </Refusable>
    </div>
  );
}
