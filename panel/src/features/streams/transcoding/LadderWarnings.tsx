import { Alert } from '@mantine/core';

/** What profiles do not do well, alone or together. */
export function LadderWarnings({ warnings }: { warnings: readonly string[] }) {
  return warnings.map((words) => (
    <Alert key={words} color="yellow" p="xs">
      {words}
    </Alert>
  ));
}
