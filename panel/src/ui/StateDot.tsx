import { Fragment } from 'react';
import type { Tone } from '../lib/deployment-words.ts';
import classes from './StateDot.module.css';
import { Ago } from './Time.tsx';

type Props = {
  tone: Tone;
  word: string;
  detail?: string | readonly string[];
  at?: string;
  atWord?: string;
  wrap?: boolean;
};

/** How every state is shown: a dot, a word, what is behind it, and how long ago it came about; `atWord` says what did. */
export function StateDot({ tone, word, detail, at, atWord, wrap = false }: Props) {
  const parts = typeof detail === 'string' ? [detail] : (detail ?? []);
  return (
    <span className={classes.root} data-tone={tone} data-wrap={wrap || undefined}>
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.word}>{word}</span>
      {(parts.length > 0 || at) && (
        <span className={classes.detail}>
          {parts.map((part, index) => (
            <Fragment key={part}>
              {index > 0 && ' · '}
              <span className={classes.part}>{part}</span>
            </Fragment>
          ))}
          {parts.length > 0 && at && ' · '}
          {at && atWord && `${atWord} `}
          {at && <Ago iso={at} />}
        </span>
      )}
    </span>
  );
}
