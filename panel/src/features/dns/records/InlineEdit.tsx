import type { DnsRecord } from '@headwater/contract/dns/record';
import { readRecord } from '@headwater/contract/dns/record-types';
import { Button, Group, Popover } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { fieldErrorsOf, wordsOf } from '../../../lib/call-error.ts';
import { useServiceId } from '../../../lib/current-service.ts';
import { cell } from './grid-roles.ts';
import classes from './RecordTable.module.css';
import { valueText } from './record-rows.ts';
import type { InlineField, RowActions } from './row-actions.ts';
import { isChangedElsewhere, readAgain, saveRecord } from './save-record.ts';
import { secondsOf } from './ttl-text.ts';

type Props = { record: DnsRecord; domain: string; field: InlineField; actions: RowActions };
type Draft = { record: string; ttl: string };

const draftOf = ({ record, ttl }: DnsRecord): Draft => ({ record, ttl });

/** Value and TTL of a record, typed in its row. Enter saves, Escape leaves it as it was, Tab goes on to the other one. */
export function InlineEdit({ record, domain, field, actions }: Props) {
  const key = { serviceId: useServiceId(), domainId: record.domainId };
  const client = useQueryClient();
  const inputs = { record: useRef<HTMLInputElement>(null), ttl: useRef<HTMLInputElement>(null) };
  const [base, setBase] = useState(record);
  const [draft, setDraft] = useState(() => draftOf(record));
  const [problem, setProblem] = useState<{ field: InlineField; words: string } | null>(null);
  const [theirs, setTheirs] = useState<DnsRecord | null>(null);
  const [at, setAt] = useState<InlineField | null>(field);
  const first = inputs[field];
  useEffect(() => first.current?.select(), [first]);
  const typed = { ...draft, ttl: secondsOf(draft.ttl) };
  const save = useMutation({
    mutationFn: (from: DnsRecord) => saveRecord(key, from, typed),
    onSuccess: (reply) => actions.endInline(record.id, { domain: reply.domain, put: [reply.record] }),
    onError: async (error) => {
      if (isChangedElsewhere(error)) return setTheirs((await readAgain(client, key, record.id)) ?? null);
      const errors = fieldErrorsOf(error);
      const wrong = errors.ttl !== undefined ? 'ttl' : 'record';
      setProblem({ field: wrong, words: errors[wrong] ?? wordsOf(error, 'It could not be saved. Try again.') });
      inputs[wrong].current?.focus();
    },
  });
  const submit = (from: DnsRecord) => {
    const read = readRecord({ ...base, ...typed }, domain);
    if (!read.ok) {
      const wrong = read.errors.find((one) => one.field === 'ttl' || one.field === 'record') ?? read.errors[0];
      const place = wrong?.field === 'ttl' ? 'ttl' : 'record';
      setProblem({ field: place, words: wrong?.message ?? '' });
      return inputs[place].current?.focus();
    }
    if (isUntouched) return actions.endInline(record.id);
    save.mutate(from);
  };
  const isUntouched = typed.record === base.record && typed.ttl === base.ttl;
  const onKeyDown = (event: KeyboardEvent) => {
    // The table's own keys are for rows.
    event.stopPropagation();
    if (event.key === 'Escape') actions.endInline(record.id);
    if (event.key === 'Enter' && !save.isPending && !theirs) submit(base);
  };
  const take = (values: DnsRecord, mine: boolean) => {
    setBase(values);
    setTheirs(null);
    if (mine) return submit(values);
    setDraft(draftOf(values));
    inputs.record.current?.focus();
  };
  const cellOf = (name: InlineField, label: string) => (
    <Popover
      opened={at === name || problem?.field === name || (name === 'record' && theirs !== null)}
      position="bottom-start"
      offset={4}
      withinPortal
      transitionProps={{ duration: 0 }}
      // What stands here is said by the input; nothing but the two buttons takes the focus.
      withRoles={false}
    >
      <Popover.Target>
        <input
          ref={inputs[name]}
          className={`mono ${classes.input}`}
          aria-label={`${label} of ${record.host} ${record.type}`}
          aria-invalid={problem?.field === name}
          aria-describedby={`${record.id}-${name}-words`}
          spellCheck={false}
          autoComplete="off"
          value={draft[name]}
          readOnly={save.isPending}
          onChange={(event) => {
            setDraft({ ...draft, [name]: event.currentTarget.value });
            setProblem(null);
          }}
          onKeyDown={onKeyDown}
          onFocus={() => setAt(name)}
          onBlur={() => setAt(null)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.hint} data-wrong={problem?.field === name || undefined}>
        <span id={`${record.id}-${name}-words`} role={problem ? 'alert' : undefined}>
          {problem?.field === name ? problem.words : 'Enter saves, Esc leaves it as it was.'}
        </span>
        {name === 'record' && theirs && (
          <div role="alert">
            Somebody else changed it in the meantime: <span className="mono">{valueText(theirs)}</span>, TTL{' '}
            {theirs.ttl}.
            <Group gap="xs" mt="xs">
              <Button size="compact-xs" onClick={() => take(theirs, true)}>
                Keep mine
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => take(theirs, false)}>
                Take theirs
              </Button>
            </Group>
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <>
      <td {...cell} className={classes.value}>
        {cellOf('record', 'Value')}
      </td>
      <td {...cell} className={classes.ttl}>
        {cellOf('ttl', 'TTL')}
      </td>
    </>
  );
}
