import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { CallError, wordsOf } from '../lib/call-error.ts';
import classes from './ErrorState.module.css';

type Props = {
  error: unknown /** What could not be done: `The zones could not be loaded`. */;
  title: string;
  onRetry?: () => void;
};

/** What stands where something failed to load: what, why, and a way to try again. */
export function ErrorState({ error, title, onRetry }: Props) {
  const requestId = error instanceof CallError ? error.requestId : null;
  return (
    <div className={classes.root} role="alert">
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{wordsOf(error, 'Something went wrong. Try again in a moment.')}</p>
      {onRetry && (
        <Button variant="default" size="xs" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
          Try again
        </Button>
      )}
      {requestId && <p className={`mono ${classes.request}`}>Request {requestId}</p>}
    </div>
  );
}
