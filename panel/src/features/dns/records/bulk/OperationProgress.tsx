import { Button, Group, Stack, Text } from '@mantine/core';
import { formatCount } from '../../../../lib/format.ts';
import { Facts } from '../../../../ui/Facts.tsx';
import { DomainLink } from '../../DomainLink.tsx';
import classes from './Bulk.module.css';
import type { Operation } from './operation.ts';
import { cancelOperation, clearOperation, endWords, failureWords, nameIn, targetIn } from './operations.ts';

type Props = { operation: Operation; domainId: string; onClose: () => void };

/** So many errors are listed; the others are counted. */
const mostErrors = 100;

/** How far an operation is, how its records fared, and what can be done about it. */
export function OperationProgress({ operation, domainId, onClose }: Props) {
  const { kind, state, total, processed, percentage, done, failed, skipped, errors, problem } = operation;
  const running = state === 'running';
  const target = targetIn(kind, domainId);
  const figures = [
    { label: 'Done', value: formatCount(done) },
    { label: 'Failed', value: formatCount(failed) },
    { label: 'Skipped', value: formatCount(skipped) },
  ];
  return (
    <Stack gap="md">
      <div>
        <div className={classes.progressLine}>
          <span>
            {formatCount(processed)} of {formatCount(total)} records
          </span>
          <span className="figure">{percentage} %</span>
        </div>
        <span
          className={classes.track}
          role="progressbar"
          aria-label="Progress"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percentage}
        >
          <span className={classes.bar} style={{ width: `${percentage}%` }} />
        </span>
      </div>
      <Facts facts={figures} />
      {!running && (
        <Text size="sm" fw={550} role="status">
          {state === 'cancelled' && 'Cancelled. '}
          {endWords(operation)}
        </Text>
      )}
      {!running && done > 0 && target && (
        <Text size="sm">
          Copied into <DomainLink domain={target} />.
        </Text>
      )}
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failureWords[kind]}: {problem}
        </Text>
      )}
      {errors.length > 0 && (
        <section aria-label="Errors">
          <ul className={classes.errors}>
            {errors.slice(0, mostErrors).map(({ id, message }) => (
              <li key={id}>
                <span className="mono">{nameIn(kind, domainId, id)}</span>: {message}
              </li>
            ))}
          </ul>
          {errors.length > mostErrors && <Text size="sm">and {formatCount(errors.length - mostErrors)} more</Text>}
        </section>
      )}
      {running && (
        <Text size="sm" c="dimmed">
          You may close this dialog: it goes on as long as this page stays open.
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        {running ? (
          <>
            <Button variant="default" onClick={() => cancelOperation(kind, domainId)}>
              Cancel
            </Button>
            <Button onClick={onClose}>Close, and go on</Button>
          </>
        ) : (
          <>
            <Button
              variant="default"
              onClick={() => {
                onClose();
                clearOperation(kind, domainId);
              }}
            >
              Clear result
            </Button>
            <Button onClick={onClose}>Close</Button>
          </>
        )}
      </Group>
    </Stack>
  );
}
