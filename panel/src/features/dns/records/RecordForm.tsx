import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { DnsRecord } from '@headwater/contract/dns/record';
import { Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import type { FormEvent } from 'react';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { AddressSwitch } from './AddressSwitch.tsx';
import { ChangedNotice } from './ChangedNotice.tsx';
import { DataFields } from './DataFields.tsx';
import { HostField } from './HostField.tsx';
import classes from './RecordForm.module.css';
import { differencesOf, formOf, type RecordValues } from './record-form.ts';
import type { RecordNews } from './record-queries.ts';
import { TtlField } from './TtlField.tsx';
import { TwinNotice } from './TwinNotice.tsx';
import { TypeField } from './TypeField.tsx';
import { twinOf } from './twin-text.ts';
import { useRecordForm } from './use-record-form.ts';

type Props = {
  domain: DnsDomain;
  /** All that the domain has. */
  records: readonly DnsRecord[];
  /** The record that is changed; null for a new one. */
  base: DnsRecord | null;
  values: RecordValues;
  onValues: (values: RecordValues) => void;
  onSaved: (news: RecordNews, again: boolean) => void;
  onCancel: () => void;
};

/** One record, field by field as its type has them. What is wrong stands at its field as soon as that is left. */
export function RecordForm({ domain, records, base, values, onValues, onSaved, onCancel }: Props) {
  const { ref, busy, problems, problem, theirs, change, left, submit, keepMine, takeTheirs } = useRecordForm({
    domain,
    base,
    values,
    onValues,
    onSaved,
  });
  const twin = twinOf(values, base, records, domain.domain);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(false);
  };
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate aria-label="Record" className={classes.form}>
      <Stack gap="md">
        <TypeField
          type={values.type}
          fixed={base !== null}
          onType={(type) => change({ type }, ...Object.keys(problems))}
        />
        <Text size="sm" className={classes.what}>
          {formOf(values.type).what}
        </Text>
        <HostField
          domain={domain.domain}
          value={values.host}
          error={problems.host}
          onChange={(host) => change({ host }, 'host')}
          onBlur={() => left('host', values.host)}
        />
        <DataFields values={values} problems={problems} onChange={change} onBlur={left} />
        {base === null && <AddressSwitch values={values} onType={(type) => change({ type }, 'record')} />}
        {twin && <TwinNotice twin={twin} />}
        <TtlField
          value={values.ttl}
          error={problems.ttl}
          onChange={(ttl) => change({ ttl }, 'ttl')}
          onBlur={() => left('ttl', values.ttl)}
        />
        <Textarea
          label="Note"
          description="For you and your colleagues; nobody else sees it."
          autosize
          minRows={1}
          maxRows={5}
          value={values.note}
          error={problems.note}
          onChange={(event) => change({ note: event.currentTarget.value }, 'note')}
          onBlur={() => left('note', values.note)}
        />
        {base === null && (
          <Switch
            label="Answer it right away"
            description="Otherwise it is kept, and not answered until you enable it."
            checked={values.status === 1}
            onChange={(event) => change({ status: event.currentTarget.checked ? 1 : 0 })}
          />
        )}
        {theirs && <ChangedNotice differences={differencesOf(values, theirs)} onKeep={keepMine} onTake={takeTheirs} />}
        <FormProblem words={problem} />
        <Group justify="flex-end" gap="xs" className={classes.foot}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          {base === null && (
            <Button variant="default" disabled={busy} onClick={() => submit(true)}>
              Add, then another
            </Button>
          )}
          <Button type="submit" loading={busy} disabled={theirs !== null}>
            {base === null ? 'Add record' : 'Save record'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
