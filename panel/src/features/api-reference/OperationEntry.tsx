import { useEffect, useRef } from 'react';
import { OperationDetails } from './OperationDetails.tsx';
import type { Description } from './openapi.ts';
import type { Entry } from './operations.ts';
import classes from './Reference.module.css';

type Props = {
  entry: Entry;
  description: Description;
  serviceId: number;
  opened: boolean;
  /** A link leads here: it comes into sight. */
  followed: boolean;
  onToggle: (id: string, open: boolean) => void;
};

/** One call in one line; what there is to know of it below, once it is opened. */
export function OperationEntry({ entry, description, serviceId, opened, followed, onToggle }: Props) {
  const { id, method, path, summary } = entry;
  const root = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (followed) root.current?.scrollIntoView({ block: 'start' });
  }, [followed]);
  return (
    <details
      ref={root}
      id={id}
      className={classes.entry}
      open={opened}
      onToggle={(event) => onToggle(id, event.currentTarget.open)}
    >
      <summary className={classes.summary}>
        <span className={classes.method} data-method={method}>
          {method}
        </span>
        <span className={classes.path}>{path}</span>
        <span className={classes.words}>{summary}</span>
      </summary>
      {opened && <OperationDetails entry={entry} description={description} serviceId={serviceId} />}
    </details>
  );
}
