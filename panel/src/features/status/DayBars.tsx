import { useState } from 'react';
import classes from './DayBars.module.css';
import type { Part } from './status-query.ts';
import { barsWords, dayWords, toneOf } from './status-words.ts';

/** A bar for each day. Below stands what they cover, or the day that the mouse is on; the table has all of them. */
export function DayBars({ part }: { part: Part }) {
  const [pointed, setPointed] = useState<string | null>(null);
  const day = part.days.find((one) => one.day === pointed);
  return (
    <div>
      <div
        role="img"
        aria-label={barsWords(part)}
        className={classes.bars}
        onMouseMove={({ target }) => setPointed((target as HTMLElement).dataset.day ?? null)}
        onMouseLeave={() => setPointed(null)}
      >
        {part.days.map((one) => (
          <span key={one.day} className={classes.bar} data-tone={toneOf(one.uptime)} data-day={one.day} />
        ))}
      </div>
      <div className={classes.legend} aria-hidden="true">
        {day ? (
          <span>{dayWords(day)}</span>
        ) : (
          <>
            <span>{part.days.length} days ago</span>
            <span>Today</span>
          </>
        )}
      </div>
    </div>
  );
}
