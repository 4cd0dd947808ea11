import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import type { DnsRecord } from '@headwater/contract/dns/record';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { wordsOf } from '../../../lib/call-error.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { paramsOf } from '../domain-queries.ts';
import classes from './RecordsTab.module.css';
import type { RecordNews, RecordsKey } from './record-queries.ts';
import { valueText } from './record-rows.ts';
import { countRecords } from './record-words.ts';
import type { Meant } from './use-dialog.ts';

type Props = {
  domain: DnsDomain;
  /** All that the domain has. */
  records: readonly DnsRecord[];
  which: Meant;
  opened: boolean;
  onClose: () => void;
  onNews: (news: RecordNews) => void;
};

/** So many are named one by one. */
const mostNamed = 5;

/** Asks before records go. How many is said in each sentence that one reads last. */
export function DeleteDialog({ domain, records: there, which, opened, onClose, onNews }: Props) {
  // What the dialog speaks of stays the same while it closes over a shorter list.
  const [records] = useState(() => (which === 'all' ? there : there.filter(({ id }) => which.includes(id))));
  const all = which === 'all';
  const [done, setDone] = useState(false);
  const key = paramsOf(domain);
  const remove = useMutation({
    mutationFn: () => deleteRecords(key, records, all),
    onSuccess: (news) => {
      setDone(true);
      onNews(news);
      onClose();
    },
  });
  const count = countRecords(records.length);
  const one = records.length === 1;
  const loses = records.some(({ dynamicurl_status }) => dynamicurl_status === 1);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={all ? `Delete all records of ${domain.domain}?` : `Delete ${count}?`}
      action={`Delete ${count}`}
      busy={remove.isPending}
      error={
        remove.error &&
        `${one ? dnsMessages.deleteRecord : dnsMessages.deleteRecords}: ${wordsOf(remove.error, 'try again in a moment.')}`
      }
      onConfirm={() => remove.mutate()}
      // What it was opened from is gone with the record.
      returnFocus={!done}
      danger
      {...(all && { typedName: domain.domain })}
    >
      {all ? (
        <>
          All {count} go: websites and mail of {domain.domain} stop working as resolvers forget them. Undo brings them
          back, until the next change is made{loses && '; dynamic URLs are gone for good'}.
        </>
      ) : (
        <>
          <ul className={classes.named}>
            {records.slice(0, mostNamed).map((record) => (
              <li key={record.id} className="mono">
                {record.host} {record.type} {valueText(record).slice(0, 120)}
              </li>
            ))}
            {records.length > mostNamed && <li>and {countRecords(records.length - mostNamed)} more</li>}
          </ul>
          {one ? 'It stops' : 'They stop'} being answered at once. Undo brings {one ? 'it' : 'them'} back, until the
          next change is made
          {loses && (one ? '; its dynamic URL is gone for good' : '; dynamic URLs are gone for good')}.
        </>
      )}
    </ConfirmDialog>
  );
}

async function deleteRecords(key: RecordsKey, records: readonly DnsRecord[], all: boolean): Promise<RecordNews> {
  if (all) {
    const { domain } = await call(dnsRoutes.deleteRecords, { params: key, body: { all: true } });
    return { domain, drop: 'all' };
  }
  const ids = records.map(({ id }) => id);
  const [first] = ids;
  const { domain } =
    ids.length === 1 && first !== undefined
      ? await call(dnsRoutes.deleteRecord, { params: { ...key, recordId: first } })
      : await call(dnsRoutes.deleteRecords, { params: key, body: { ids } });
  return { domain, drop: new Set(ids) };
}
