import { Group, Pagination, Text } from '@mantine/core';
import { formatCount } from '../lib/format.ts';

type Props = {
  page: number;
  rows: number;
  total: number;
  /** The first page has no number: it is where an address without one leads. */
  onPage: (page: number | undefined) => void;
  what: string;
};

/** Where in a long list one is, and the way on. Absent where one page holds all. */
export function Pager({ page, rows, total, onPage, what }: Props) {
  const pages = Math.max(1, Math.ceil(total / rows));
  if (total === 0) return null;
  const first = (page - 1) * rows + 1;
  const last = Math.min(total, page * rows);
  return (
    <Group justify="space-between" gap="xs" px="md" py="xs">
      <Text size="sm" c="dimmed" className="figure" aria-live="polite">
        {total > rows ? `${formatCount(first)}–${formatCount(last)} of ` : ''}
        {formatCount(total)} {what}
        {total === 1 ? '' : 's'}
      </Text>
      {pages > 1 && (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          onChange={(next) => onPage(next === 1 ? undefined : next)}
          siblings={1}
          getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  );
}
