import { Skeleton } from '@mantine/core';
import { StateDot } from '../../ui/StateDot.tsx';
import { DayBars } from './DayBars.tsx';
import classes from './PartRows.module.css';
import type { Part } from './status-query.ts';
import { statusWords, uptimeWords } from './status-words.ts';

const partCount = 4;

/** The parts of the service, each with its state now and its days. */
export function PartRows({ parts }: { parts: Part[] | undefined }) {
  if (!parts) {
    return Array.from({ length: partCount }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <div key={index} className={classes.row}>
        <Skeleton height={22} width={180} />
        <Skeleton height={28} />
        <Skeleton height={18} width={240} mt={4} />
      </div>
    ));
  }
  return (
    <ul className={classes.list}>
      {parts.map((part) => {
        const { tone, word } = statusWords[part.status];
        return (
          <li key={part.name} className={classes.row}>
            <div className={classes.head}>
              <h3 className={classes.name}>{part.name}</h3>
              <StateDot tone={tone} word={word} />
              <span className={classes.uptime}>{uptimeWords(part.uptime)}</span>
            </div>
            {part.reason && <p className={classes.reason}>{part.reason}</p>}
            <DayBars part={part} />
          </li>
        );
      })}
    </ul>
  );
}
