import classes from './Copyable.module.css';
import { CopyButton } from './CopyButton.tsx';

type Props = {
  value: string;
  what: string;
  /** Shown instead of the value that is copied. */
  text?: string;
  /** Takes more lines rather than clip the value. */
  whole?: boolean;
};

/** A value in monospace with its copy button. */
export function Copyable({ value, what, text = value, whole = false }: Props) {
  return (
    <span className={classes.root}>
      <span className={`mono ${classes.value}`} data-whole={whole || undefined} title={text}>
        {text}
      </span>
      <CopyButton value={value} what={what} />
    </span>
  );
}
