import type { DnsDomain } from '@headwater/contract/dns/domain';
import { copyBatch, type DnsRecord } from '@headwater/contract/dns/record';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { call } from '../../../../lib/call.ts';
import { DialogButtons } from '../../../../ui/DialogButtons.tsx';
import { useFocusWrong } from '../../../../ui/use-focus-wrong.ts';
import { paramsOf } from '../../domain-queries.ts';
import { recordsQuery } from '../record-queries.ts';
import { countTypes } from '../record-rows.ts';
import { countRecords, nameOf } from '../record-words.ts';
import classes from './Bulk.module.css';
import { OperationProgress } from './OperationProgress.tsx';
import { startOperation, useShownOperation } from './operations.ts';
import { TargetDomain } from './TargetDomain.tsx';

type Props = { domain: DnsDomain; records: readonly DnsRecord[]; opened: boolean; onClose: () => void };

/** Copies records into another domain of the account, six at a time. */
export function CopyDialog({ domain, records, opened, onClose }: Props) {
  const client = useQueryClient();
  const operation = useShownOperation('record-copy', domain.id, opened);
  const types = useMemo(() => countTypes(records), [records]);
  const [target, setTarget] = useState<DnsDomain | null>(null);
  const [wanted, setWanted] = useState<string[]>(() => types.map(({ type }) => type));
  const [preserveTtl, setPreserveTtl] = useState(false);
  const [replaceSourceDomain, setReplaceSourceDomain] = useState(true);
  const [tried, setTried] = useState(false);
  const [form, focusWrong] = useFocusWrong();
  const problems = {
    target: target === null ? 'Choose the domain that the records are copied into' : null,
    types: wanted.length === 0 ? 'Choose at least one type' : null,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (target === null || problems.types !== null) return focusWrong();
    const params = paramsOf(domain);
    void startOperation({
      kind: 'record-copy',
      domain,
      target,
      names: new Map(records.map((record) => [record.id, nameOf(record, domain.domain)])),
      batchSize: copyBatch,
      send: async (ids, identifier, signal) => {
        const options = { preserveTtl, replaceSourceDomain, types: wanted };
        const body = { ids, targetDomainId: target.id, ...options, operation: identifier };
        return (await call(dnsRoutes.copyRecords, { params, body }, { signal })).results;
      },
      onEnd: () => {
        void client.invalidateQueries({ queryKey: [dnsRoutes.listDomains.path] });
        void client.invalidateQueries({ queryKey: recordsQuery(paramsOf(target)).queryKey });
      },
    });
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Copy to another domain" closeOnClickOutside={operation === null}>
      {operation ? (
        <OperationProgress operation={operation} domainId={domain.id} onClose={onClose} />
      ) : (
        <form ref={form} onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text>
              {countRecords(records.length)} of <span className="mono">{domain.domain}</span> to be copied. What is
              there already stays; a record that does not fit beside it is named at the end.
            </Text>
            <TargetDomain source={domain} value={target} onChange={setTarget} error={tried ? problems.target : null} />
            <Checkbox.Group
              label="Types"
              description="Records of other types are skipped."
              value={wanted}
              onChange={setWanted}
              error={tried ? problems.types : null}
            >
              <div className={classes.types}>
                {types.map(({ type, count }) => (
                  <Checkbox key={type} value={type} label={`${type} (${count.toLocaleString('en')})`} />
                ))}
              </div>
            </Checkbox.Group>
            <Checkbox
              label={`Replace ${domain.domain} with the target domain`}
              description="In names and values: mail.this.example becomes mail.that.example."
              checked={replaceSourceDomain}
              onChange={(event) => setReplaceSourceDomain(event.currentTarget.checked)}
            />
            <Checkbox
              label="Keep each TTL"
              description="Off, every copy gets a TTL of 3600 seconds (1 hour), whatever the record has here."
              checked={preserveTtl}
              onChange={(event) => setPreserveTtl(event.currentTarget.checked)}
            />
            <DialogButtons onCancel={onClose}>Copy {countRecords(records.length)}</DialogButtons>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
