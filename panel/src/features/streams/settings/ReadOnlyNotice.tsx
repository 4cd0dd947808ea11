import { Alert } from '@mantine/core';

/** Who may look and not change is told so before they try. */
export function ReadOnlyNotice({ what }: { what: string }) {
  return (
    <Alert color="spring">You may look at {what} but not change them. Ask the main account holder to let you.</Alert>
  );
}
