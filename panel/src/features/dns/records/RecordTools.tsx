import type { DnsRecord } from '@headwater/contract/dns/record';
import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import classes from './RecordsTab.module.css';
import { countTypes, type RecordFilter } from './record-rows.ts';
import { countRecords } from './record-words.ts';

type Props = {
  records: readonly DnsRecord[];
  /** How many the filter leaves, and how many there are. */
  shown: number;
  total: number;
  filter: RecordFilter;
  onFilter: (filter: RecordFilter) => void;
  /** Leads from the filter into the list. */
  onDown: () => void;
};

/** What narrows the list down. It works at each key: the records are all here. */
export function RecordTools({ records, shown, total, filter, onFilter, onDown }: Props) {
  const types = useMemo(() => countTypes(records), [records]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && filter.text !== '') onFilter({ ...filter, text: '' });
    else if (event.key === 'ArrowDown') onDown();
    else return;
    event.preventDefault();
  };
  return (
    <search className={classes.tools} aria-label="Filter records">
      <TextInput
        aria-label="Filter records"
        placeholder="Name, value, TTL or note"
        type="search"
        size="xs"
        w={260}
        maw="100%"
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={
          filter.text !== '' && (
            <CloseButton size="xs" aria-label="Clear the filter" onClick={() => onFilter({ ...filter, text: '' })} />
          )
        }
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <NativeSelect
        size="xs"
        aria-label="Type"
        data={[
          { value: '', label: 'All types' },
          ...types.map(({ type, count }) => ({ value: type, label: `${type} (${formatCount(count)})` })),
        ]}
        value={filter.type}
        onChange={(event) => onFilter({ ...filter, type: event.currentTarget.value })}
      />
      <span className={classes.count} role="status">
        {shown === total ? countRecords(total) : `${formatCount(shown)} of ${formatCount(total)} records`}
      </span>
    </search>
  );
}
