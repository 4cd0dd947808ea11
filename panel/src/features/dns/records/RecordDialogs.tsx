import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { DnsRecord } from '@headwater/contract/dns/record';
import { lazy, useEffect, useState } from 'react';
import { BulkTtlDialog } from './bulk/BulkTtlDialog.tsx';
import { CopyDialog } from './bulk/CopyDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { DynamicUrlDialog } from './DynamicUrlDialog.tsx';
import { RecordDrawer } from './RecordDrawer.tsx';
import type { RecordNews } from './record-queries.ts';
import { nameOf } from './record-words.ts';
import type { useDialog } from './use-dialog.ts';

const ImportDialog = lazy(() => import('../transfer/ImportDialog.tsx'));

type Props = {
  domain: DnsDomain;
  records: readonly DnsRecord[];
  dialog: ReturnType<typeof useDialog>;
  onNews: (news: RecordNews) => void;
  /** Records are gone: the focus has lost its place. */
  onDeleted: (news: RecordNews) => void;
};

/** Whichever dialog is open. Each opening is a new one, which begins with the records as they are then. */
export function RecordDialogs({
  domain,
  records,
  dialog: { dialog, opened, opening, close },
  onNews,
  onDeleted,
}: Props) {
  // One that is born open would not know which control to give the focus back to.
  const [shown, setShown] = useState(0);
  useEffect(() => setShown(opening), [opening]);
  if (dialog === null) return null;
  const find = (id: string | undefined | null) => records.find((record) => record.id === id) ?? null;
  const common = { key: opening, domain, opened: opened && shown === opening, onClose: close };
  const { key, ...props } = common;
  switch (dialog.kind) {
    case 'form':
      return (
        <RecordDrawer
          key={key}
          {...props}
          record={find(dialog.id)}
          copyOf={find(dialog.copyOf)}
          records={records}
          onNews={onNews}
        />
      );
    case 'delete':
      return <DeleteDialog key={key} {...props} records={records} which={dialog.ids} onNews={onDeleted} />;
    case 'ttl': {
      const names = new Map(dialog.ids.map((id) => [id, nameOf(find(id) ?? { host: id, type: '' }, domain.domain)]));
      return <BulkTtlDialog key={key} {...props} names={names} />;
    }
    case 'copy': {
      const ids = new Set(dialog.ids);
      return <CopyDialog key={key} {...props} records={records.filter(({ id }) => ids.has(id))} />;
    }
    case 'dynamic': {
      const record = find(dialog.id);
      return record && <DynamicUrlDialog key={key} {...props} record={record} onNews={onNews} />;
    }
    case 'import':
      return <ImportDialog key={key} {...props} onNews={onNews} />;
  }
}
