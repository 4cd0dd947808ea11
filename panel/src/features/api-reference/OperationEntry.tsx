import { OperationDetails } from './OperationDetails.tsx';
import type { Description } from './openapi.ts';
import type { Entry } from './operations.ts';
import classes from './Reference.module.css';

type Props = {
  entry: Entry;
  description: Description;
  serviceId: number;
  opened: boolean;
  onToggle: (id: string, open: boolean) => void;
};

/** One call in one line; what there is to know of it below, once it is opened. */
export function OperationEntry({ entry, description, serviceId, opened, onToggle }: Props) {
  const { id, method, path, summary } = entry;
  return (
    <details
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
