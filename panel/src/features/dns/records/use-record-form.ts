import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import type { DnsRecord } from '@headwater/contract/dns/record';
import type { RecordProblem } from '@headwater/contract/dns/record-types';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { CallError, wordsOf } from '../../../lib/call-error.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { afterPress } from '../../../ui/after-press.ts';
import { useFocusWrong } from '../../../ui/use-focus-wrong.ts';
import { paramsOf } from '../domain-queries.ts';
import { changesTo, inputOf, placeProblems, type RecordValues, recordProblems, valuesOf } from './record-form.ts';
import type { RecordNews } from './record-queries.ts';
import { isChangedElsewhere, readAgain, saveRecord } from './save-record.ts';

type Options = {
  domain: DnsDomain;
  /** The record that is changed; null for a new one. */
  base: DnsRecord | null;
  values: RecordValues;
  onValues: (values: RecordValues) => void;
  onSaved: (news: RecordNews, again: boolean) => void;
};

/** The state of a record's form: its problems as they are found, and what becomes of it when it is sent. */
export function useRecordForm({ domain, base: opened, values, onValues, onSaved }: Options) {
  const client = useQueryClient();
  const key = paramsOf(domain);
  const attempt = useAttempt();
  const [ref, focusWrong] = useFocusWrong();
  const [base, setBase] = useState(opened);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [theirs, setTheirs] = useState<DnsRecord | null>(null);
  const save = useMutation({
    mutationFn: async ({ from }: { from: DnsRecord | null; again: boolean }): Promise<RecordNews> => {
      if (from) {
        const reply = await saveRecord(key, from, changesTo(from, values) ?? {});
        return { domain: reply.domain, put: [reply.record] };
      }
      const body = { ...inputOf(values), status: values.status, note: values.note.trim() };
      const reply = await attempt(body, (headers) => call(dnsRoutes.createRecord, { params: key, body }, { headers }));
      return { domain: reply.domain, put: [reply.record] };
    },
    onSuccess: (news, { again }) => onSaved(news, again),
    onError: async (error, { from }) => {
      if (from && isChangedElsewhere(error)) return setTheirs((await readAgain(client, key, from.id)) ?? null);
      if (!(error instanceof CallError)) return;
      setProblems(placeProblems(values.type, error.errors as Pick<RecordProblem, 'field' | 'message'>[]));
      focusWrong();
    },
  });
  const submit = (again: boolean, from = base) => {
    const found = recordProblems(values, domain.domain);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusWrong();
    save.mutate({ from, again });
  };
  const unplaced = save.error !== null && theirs === null && Object.keys(problems).length === 0;
  const failed = base ? dnsMessages.updateRecord : dnsMessages.createRecord;
  return {
    ref,
    busy: save.isPending,
    problems,
    problem: unplaced ? `${failed}: ${wordsOf(save.error, 'try again in a moment.')}` : null,
    theirs,
    /** What was typed into a field; what was said about it no longer holds. */
    change: (change: Partial<RecordValues>, ...about: string[]) => {
      setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !about.includes(field))));
      onValues({ ...values, ...change });
    },
    /** A field was left: what is wrong with it is said right away, once something stands in it. */
    left: (field: string, text: string) => {
      const { [field]: found } = recordProblems(values, domain.domain);
      if (found === undefined || text.trim() === '') return;
      afterPress(() => setProblems((now) => ({ ...now, [field]: found })));
    },
    submit,
    keepMine: () => {
      setBase(theirs);
      setTheirs(null);
      submit(false, theirs);
    },
    takeTheirs: () => {
      if (!theirs) return;
      setBase(theirs);
      setTheirs(null);
      onValues(valuesOf(theirs));
    },
  };
}
