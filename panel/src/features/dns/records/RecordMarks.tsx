import type { DnsRecord } from '@headwater/contract/dns/record';
import { IconAlertTriangle, IconNote, IconRefreshDot } from '@tabler/icons-react';
import { formatDateTime } from '../../../lib/format-time.ts';
import classes from './RecordTable.module.css';

type Props = { record: DnsRecord };

const proxyWords = (problem: string) => `The edges do not serve this host: ${problem}`;

/** What a record has besides its value: edges that do not serve it, a note, a secret address that changes it. */
export function RecordMarks({ record: { note, proxy, proxyProblem, dynamicurl_status, dynamicUsedAt } }: Props) {
  const used = dynamicUsedAt ? `last used ${formatDateTime(dynamicUsedAt)}` : 'not used yet';
  return (
    <>
      {/* Where the column has no room. */}
      {proxy === 1 && <span className={classes.proxied}>Proxied</span>}
      {proxyProblem !== null && (
        <span
          className={classes.warning}
          role="img"
          aria-label={proxyWords(proxyProblem)}
          title={proxyWords(proxyProblem)}
        >
          <IconAlertTriangle size={14} aria-hidden />
        </span>
      )}
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
