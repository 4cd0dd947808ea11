import classes from './CodeBlock.module.css';
import { CopyButton } from './CopyButton.tsx';

/** Something to paste into a terminal. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className={classes.root}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton value={code} what={what} />
    </div>
  );
}
