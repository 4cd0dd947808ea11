import type { LiveState } from '@headwater/contract/nodes/live-report';
import { warningWords } from '@headwater/contract/streams/reasons';
import { Alert } from '@mantine/core';

/** What is not well with what comes in; its message says what to do about it. */
export function Warnings({ warnings }: Pick<LiveState, 'warnings'>) {
  return warnings.map(({ code, message }) => (
    <Alert key={code} color="yellow" title={warningWords[code]} role="status">
      {message}
    </Alert>
  ));
}
