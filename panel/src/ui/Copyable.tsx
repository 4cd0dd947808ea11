import classes from './Copyable.module.css';
import { CopyButton } from './CopyButton.tsx';

type Props = { value: string; what: string /** Shown instead of the value that is copied. */; text?: string };

/** A value in monospace with its copy button. */
export function Copyable({ value, what, text = value }: Props) {
  return (
    <span className={classes.root}>
      <span className={`mono ${classes.value}`} title={text}>
        {text}
      </span>
      <CopyButton value={value} what={what} />
    </span>
  );
}
