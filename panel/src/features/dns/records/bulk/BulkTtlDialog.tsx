import type { DnsDomain } from '@headwater/contract/dns/domain';
import { defaultTtl, ttlBatch } from '@headwater/contract/dns/record';
import { ttlBounds } from '@headwater/contract/dns/record-types';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../lib/call.ts';
import { formatCount } from '../../../../lib/format.ts';
import { afterPress } from '../../../../ui/after-press.ts';
import { DialogButtons } from '../../../../ui/DialogButtons.tsx';
import { useFocusWrong } from '../../../../ui/use-focus-wrong.ts';
import { paramsOf } from '../../domain-queries.ts';
import { reloadRecords } from '../record-queries.ts';
import { countRecords } from '../record-words.ts';
import { TtlField } from '../TtlField.tsx';
import { secondsOf } from '../ttl-text.ts';
import { OperationProgress } from './OperationProgress.tsx';
import { startOperation, useShownOperation } from './operations.ts';

type Props = { domain: DnsDomain; names: Map<string, string>; opened: boolean; onClose: () => void };

const { leastSeconds, mostSeconds } = ttlBounds;
const problemOf = (text: string) => {
  const typed = secondsOf(text);
  const seconds = Number(typed);
  return /^\d{1,10}$/.test(typed) && seconds >= leastSeconds && seconds <= mostSeconds
    ? null
    : `Enter a whole number of seconds from ${leastSeconds} to ${formatCount(mostSeconds)} (30 days)`;
};

/** Gives many records one TTL, eight at a time. */
export function BulkTtlDialog({ domain, names, opened, onClose }: Props) {
  const client = useQueryClient();
  const operation = useShownOperation('ttl-update', domain.id, opened);
  const [ttl, setTtl] = useState<string>(defaultTtl);
  const [problem, setProblem] = useState<string | null>(null);
  const [form, focusWrong] = useFocusWrong();
  const key = paramsOf(domain);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = problemOf(ttl);
    setProblem(wrong);
    if (wrong !== null) return focusWrong();
    void startOperation({
      kind: 'ttl-update',
      domain,
      names,
      batchSize: ttlBatch,
      send: async (ids, identifier, signal) => {
        const body = { ids, ttl: secondsOf(ttl), operation: identifier };
        return (await call(dnsRoutes.updateTtls, { params: key, body }, { signal })).results;
      },
      onEnd: () => void reloadRecords(client, key),
    });
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Change TTL" closeOnClickOutside={operation === null}>
      {operation ? (
        <OperationProgress operation={operation} domainId={domain.id} onClose={onClose} />
      ) : (
        <form ref={form} onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text>
              One TTL for {countRecords(names.size)} of <span className="mono">{domain.domain}</span>. Others of the
              same name and type get it too: they always share one.
            </Text>
            <TtlField
              label="New TTL"
              value={ttl}
              error={problem}
              autoFocus
              onChange={(text) => {
                setTtl(text);
                setProblem(null);
              }}
              onBlur={() => afterPress(() => setProblem(problemOf(ttl)))}
            />
            <DialogButtons onCancel={onClose} disabled={names.size === 0}>
              Change TTL of {countRecords(names.size)}
            </DialogButtons>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
