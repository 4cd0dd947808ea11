import { CopyButton } from './CopyButton.tsx';
import classes from './Copyable.module.css';

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
