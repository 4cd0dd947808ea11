import { Alert } from '@mantine/core';

type Props = { kind: 'SPF' | 'DMARC'; count: number; effect: string };

/** Warns of several records where there may be one. RFC 7208 section 4.5, RFC 7489 section 6.6.3. */
export function OnlyOne({ kind, count, effect }: Props) {
  return (
    <Alert color="yellow" title={`There are ${count} ${kind} records, and there may be only one`} mb="md">
      With more than one, those who receive mail heed none of them and {effect}. Make them one here, or delete the
      others among the records.
    </Alert>
  );
}
