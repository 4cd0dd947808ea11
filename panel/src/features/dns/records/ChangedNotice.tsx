import { Alert, Button, Group } from '@mantine/core';
import classes from './RecordForm.module.css';
import type { Difference } from './record-form.ts';

type Props = { differences: Difference[]; onKeep: () => void; onTake: () => void };

/** Somebody else was faster: both versions, and which one is to hold. */
export function ChangedNotice({ differences, onKeep, onTake }: Props) {
  return (
    <Alert color="yellow" role="alert" title="Somebody else changed this record in the meantime">
      {differences.length === 0 ? (
        <p className={classes.same}>It is now just what you typed.</p>
      ) : (
        <table className={classes.differences}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Theirs</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, mine, theirs }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td className="mono">{mine || '–'}</td>
                <td className="mono">{theirs || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Group gap="xs">
        <Button size="xs" onClick={onKeep}>
          Keep mine
        </Button>
        <Button size="xs" variant="default" onClick={onTake}>
          Take theirs
        </Button>
      </Group>
    </Alert>
  );
}
