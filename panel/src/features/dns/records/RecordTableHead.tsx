import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { nextSort, type Sort } from '../../../ui/sort.ts';
import { group, head, row } from './grid-roles.ts';
import classes from './RecordTable.module.css';
import type { Chosen } from './selection.ts';

type Props = { sort: Sort; onSort: (sort: Sort) => void; chosen: Chosen; onSelectAll: () => void };

const columns = [
  { by: 'host', label: 'Name', place: classes.host },
  { by: 'type', label: 'Type', place: classes.type },
  { by: 'value', label: 'Value', place: classes.value },
  { by: 'ttl', label: 'TTL', place: classes.ttl },
];

export function RecordTableHead({ sort, onSort, chosen, onSelectAll }: Props) {
  return (
    <thead {...group} className={classes.headBox}>
      <tr {...row} className={classes.head} aria-rowindex={1}>
        <th {...head} className={classes.check}>
          <input
            type="checkbox"
            aria-label="Select all that are listed"
            checked={chosen === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = chosen === 'some';
            }}
            onChange={onSelectAll}
          />
        </th>
        {columns.map(({ by, label, place }) => {
          const order = sort.by === by ? sort.order : null;
          const Icon = order === 'asc' ? IconArrowUp : order === 'desc' ? IconArrowDown : IconArrowsSort;
          return (
            <th
              key={by}
              {...head}
              className={place}
              aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
            >
              <button
                type="button"
                className={classes.sort}
                data-active={order !== null || undefined}
                onClick={() => onSort(nextSort(sort, by, 'asc'))}
              >
                {label}
                <Icon size={13} aria-hidden />
              </button>
            </th>
          );
        })}
        <th {...head} className={classes.proxy} title="The edges answer for the host, in front of its own value">
          Proxy
        </th>
        <th {...head} className={classes.status} title="Off: kept, and not answered">
          Answer
        </th>
        <th {...head} className={classes.actions}>
          <span className={classes.unseen}>Actions</span>
        </th>
      </tr>
    </thead>
  );
}
