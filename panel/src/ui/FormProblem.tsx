import { Alert } from '@mantine/core';

/** Why a form was refused, where no field says so. */
export function FormProblem({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <Alert color="red" role="alert" p="xs">
      {words}
    </Alert>
  );
}
