import classes from './CodeBlock.module.css';
import { CopyButton } from './CopyButton.tsx';

type Props = {
  code: string;
  what: string;
  /** In place of code that hides something. */
  copied?: string;
};

/** Something to paste into a terminal. */
export function CodeBlock({ code, what, copied = code }: Props) {
  return (
    <div className={classes.root}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton value={copied} what={what} />
    </div>
  );
}
