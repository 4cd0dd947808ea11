import { useId } from 'react';
import type { Line } from '../lib/feature.ts';
import { SideLine } from './SideLine.tsx';
import classes from './SidePanel.module.css';

type Props = { label: string; lines: readonly Line[]; onLeave: () => void };

/** A menu's lines below its name. One without lines is not there. */
export function SideSection({ label, lines, onLeave }: Props) {
  const id = useId();
  if (lines.length === 0) return null;
  return (
    <>
      <p className={classes.heading} id={id}>
        {label}
      </p>
      <ul className={classes.list} aria-labelledby={id}>
        {lines.map((line) => (
          <li key={line.label}>
            <SideLine line={line} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </>
  );
}
