import { ownName, useProviderName } from '../lib/provider.ts';
import classes from './Wordmark.module.css';

/** The provider's name behind its initial; Headwater's own has a glyph: a spring, and the line of water that leaves it. */
export function Wordmark({ size = 'md' }: { size?: 'md' | 'lg' }) {
  const name = useProviderName();
  return (
    <span className={classes.root} data-size={size}>
      {name === ownName ? (
        <svg className={classes.glyph} viewBox="0 0 32 32" fill="none" aria-hidden="true">
          <circle cx="8" cy="7" r="3" fill="currentColor" />
          <g stroke="currentColor" strokeWidth="3" strokeLinecap="round">
            <path d="M8 10c0 7 16 4 16 11" />
            <path d="M5 27c4-3 7-3 11 0s7 3 11 0" />
          </g>
        </svg>
      ) : (
        <b className={classes.initial} aria-hidden="true">
          {/^./su.exec(name)?.[0].toLocaleUpperCase()}
        </b>
      )}
      <span className={classes.name}>{name}</span>
    </span>
  );
}
