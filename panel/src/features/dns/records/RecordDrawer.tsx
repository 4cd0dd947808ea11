import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { DnsRecord } from '@headwater/contract/dns/record';
import { Drawer } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { RecordForm } from './RecordForm.tsx';
import { newValues, type RecordValues, valuesOf } from './record-form.ts';
import type { RecordNews } from './record-queries.ts';
import { nameOf } from './record-words.ts';

type Props = {
  domain: DnsDomain;
  record: DnsRecord | null;
  /** A new record begins as this one. */
  copyOf: DnsRecord | null;
  /** All that the domain has. */
  records: readonly DnsRecord[];
  opened: boolean;
  onClose: () => void;
  onNews: (news: RecordNews) => void;
};

/** A record's form beside the list. It asks before what was typed is lost. */
export function RecordDrawer({ domain, record, copyOf, records, opened, onClose, onNews }: Props) {
  // What the server says of a record meanwhile is not what was opened.
  const [base] = useState(record);
  const [begun, setBegun] = useState(() =>
    record ? valuesOf(record) : copyOf ? { ...valuesOf(copyOf), status: 1 as const } : newValues,
  );
  const [values, setValues] = useState(begun);
  const [round, setRound] = useState(0);
  const [asking, setAsking] = useState(false);
  const dirty = JSON.stringify(values) !== JSON.stringify(begun);
  // Once the key is dealt with: the same Escape would close the question again.
  const ask = () => setTimeout(() => setAsking(true));
  const restart = (next: RecordValues) => {
    setBegun(next);
    setValues(next);
    setRound(round + 1);
  };
  return (
    <Drawer
      opened={opened}
      onClose={() => (dirty ? ask() : onClose())}
      // Escape answers the question then.
      closeOnEscape={!asking}
      position="right"
      size="30rem"
      styles={{ title: { fontWeight: 600 } }}
      title={base ? nameOf(base, domain.domain) : `Add a record to ${domain.domain}`}
    >
      <RecordForm
        key={round}
        domain={domain}
        records={records}
        base={base}
        values={values}
        onValues={setValues}
        onCancel={onClose}
        onSaved={(news, again) => {
          onNews(news);
          restart({ ...newValues, type: values.type, ttl: values.ttl });
          if (!again) onClose();
        }}
      />
      <LeaveGuard dirty={opened && dirty} />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Discard what you typed?"
        action="Discard"
        cancel="Keep editing"
        busy={false}
        error={null}
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
        danger
      >
        {base ? 'The record stays as it was.' : 'The record is not added yet.'}
      </ConfirmDialog>
    </Drawer>
  );
}
