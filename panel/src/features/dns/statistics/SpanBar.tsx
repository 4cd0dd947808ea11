import { ActionIcon, Group, SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { When } from '../../../ui/Time.tsx';
import { type StatisticsSpan, statisticsSpans } from '../dns-search.ts';
import classes from './Statistics.module.css';
import { atWords, moveAt, readAt, spanLabels } from './spans.ts';

type Props = {
  span: StatisticsSpan;
  at: string | null;
  createdAt: string;
  countedUntil: string | null | undefined;
  onShow: (span: StatisticsSpan, at: string | null) => void;
  /** What else is done with the span. */
  children: ReactNode;
};

/** Chooses a span, and leads to the one before and after it. */
export function SpanBar({ span, at, createdAt, countedUntil, onShow, children }: Props) {
  const now = useNow();
  const today = readAt(span, undefined, now);
  return (
    <div className={classes.bar}>
      <SegmentedControl
        size="xs"
        aria-label="Time"
        data={statisticsSpans.map((value) => ({ value, label: spanLabels[value] }))}
        value={span}
        onChange={(value) => onShow(value as StatisticsSpan, null)}
      />
      {at !== null && (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="default"
            size="md"
            aria-label={`The ${span} before`}
            disabled={at <= createdAt.slice(0, at.length)}
            onClick={() => onShow(span, moveAt(at, -1))}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <span className={classes.at} aria-live="polite">
            {atWords(at)}
          </span>
          <ActionIcon
            variant="default"
            size="md"
            aria-label={`The ${span} after`}
            disabled={today === null || at >= today}
            onClick={() => onShow(span, moveAt(at, 1))}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      )}
      <span className={classes.counted}>
        The chart is in UTC
        {countedUntil && (
          <>
            . Newest figures from <When iso={countedUntil} />
          </>
        )}
      </span>
      {children}
    </div>
  );
}
