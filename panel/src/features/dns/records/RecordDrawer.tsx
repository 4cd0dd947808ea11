import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { DnsRecord } from '@headwater/contract/dns/record';
import { Anchor, Drawer, Text } from '@mantine/core';
import { useState } from 'react';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { RecordForm } from './RecordForm.tsx';
import { newValues, type RecordValues, valuesOf } from './record-form.ts';
import type { RecordNews } from './record-queries.ts';
import { nameOf } from './record-words.ts';

/** Forms that were closed with something typed in them, until they are saved or begun anew. */
export type Drafts = Map<string, { values: RecordValues; base: DnsRecord | null }>;

type Props = {
  domain: DnsDomain;
  record: DnsRecord | null;
  /** A new record begins as this one. */
  copyOf: DnsRecord | null;
  drafts: Drafts;
  opened: boolean;
  onClose: () => void;
  onNews: (news: RecordNews) => void;
};

/** A record's form beside the list. Closed by mistake, it still has what was typed when it is opened again. */
export function RecordDrawer({ domain, record, copyOf, drafts, opened, onClose, onNews }: Props) {
  const place = record?.id ?? 'new';
  const begin = () => (record ? valuesOf(record) : copyOf ? { ...valuesOf(copyOf), status: 1 as const } : newValues);
  const [kept, setKept] = useState(() => (copyOf ? undefined : drafts.get(place)));
  const [base, setBase] = useState(kept?.base ?? record);
  const [values, setValues] = useState(() => kept?.values ?? begin());
  const [round, setRound] = useState(0);
  const change = (next: RecordValues) => {
    setValues(next);
    drafts.set(place, { values: next, base });
  };
  const restart = (next: RecordValues) => {
    drafts.delete(place);
    setKept(undefined);
    setBase(record);
    setValues(next);
    setRound(round + 1);
  };
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="30rem"
      styles={{ title: { fontWeight: 600 } }}
      title={base ? nameOf(base, domain.domain) : `Add a record to ${domain.domain}`}
    >
      {kept && (
        <Text size="sm" mb="md" role="status">
          What you typed before is still here.{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => restart(begin())}>
            Start over
          </Anchor>
        </Text>
      )}
      <RecordForm
        key={round}
        domain={domain}
        base={base}
        values={values}
        onValues={change}
        onCancel={() => {
          drafts.delete(place);
          onClose();
        }}
        onSaved={(news, again) => {
          onNews(news);
          restart({ ...newValues, type: values.type, ttl: values.ttl });
          if (!again) onClose();
        }}
      />
      <LeaveGuard dirty={opened && drafts.has(place)} />
    </Drawer>
  );
}
