import type { DnsRecord } from '@headwater/contract/dns/record';
import { IconNote, IconRefreshDot } from '@tabler/icons-react';
import { formatDateTime } from '../../../lib/format-time.ts';
import classes from './RecordTable.module.css';

/** What a record has besides its value: a note, a secret address that changes it. */
export function RecordMarks({ record: { note, dynamicurl_status, dynamicUsedAt } }: { record: DnsRecord }) {
  const used = dynamicUsedAt ? `last used ${formatDateTime(dynamicUsedAt)}` : 'not used yet';
  return (
    <>
      {dynamicurl_status === 1 && (
        <span className={classes.sign} role="img" aria-label="Has a dynamic URL" title={`Dynamic URL, ${used}`}>
          <IconRefreshDot size={14} aria-hidden />
        </span>
      )}
      {note && (
        <span className={classes.sign} role="img" aria-label={`Note: ${note}`} title={note}>
          <IconNote size={14} aria-hidden />
        </span>
      )}
    </>
  );
}
