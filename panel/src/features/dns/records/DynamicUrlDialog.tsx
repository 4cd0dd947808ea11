import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import type { DnsRecord } from '@headwater/contract/dns/record';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Ago } from '../../../ui/Time.tsx';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';
import { DynamicAnswers } from './DynamicAnswers.tsx';
import { DynamicExamples } from './DynamicExamples.tsx';
import type { RecordNews } from './record-queries.ts';
import { nameOf } from './record-words.ts';
import { ShortTtl } from './ShortTtl.tsx';

type Props = {
  domain: DnsDomain;
  record: DnsRecord;
  opened: boolean;
  onClose: () => void;
  onNews: (news: RecordNews) => void;
};

/** A secret address that changes one record: made, shown once, and ended. */
export function DynamicUrlDialog({ domain, record, opened, onClose, onNews }: Props) {
  const params = { ...paramsOf(domain), recordId: record.id };
  const get = useMutation({
    mutationFn: () => call(dnsRoutes.getDynamicUrl, { params }),
    onSuccess: (reply) => onNews({ put: [reply.record] }),
    onError: (error) => tellFailure(dnsMessages.retrieveDynamicUrl, error),
  });
  const disable = useMutation({
    mutationFn: () => call(dnsRoutes.disableDynamicUrl, { params }),
    onSuccess: (reply) => {
      get.reset();
      onNews({ put: [reply.record] });
    },
    onError: (error) => tellFailure(dnsMessages.disableDynamicUrl, error),
  });
  const isOn = record.dynamicurl_status === 1;
  const kind = record.type === 'AAAA' ? 'IPv6' : 'IPv4';
  return (
    <Modal opened={opened} onClose={onClose} title={`Dynamic URL of ${nameOf(record, domain.domain)}`} size="lg">
      <Stack gap="md">
        {isOn && <ShortTtl domain={domain} record={record} onNews={onNews} />}
        {get.data ? (
          <>
            <Alert color="yellow" p="xs">
              Copy it now: it is shown this once. Whoever has it can change this record, and nothing else.
            </Alert>
            <Copyable value={get.data.url} what="dynamic URL" whole />
            <DynamicExamples url={get.data.url} host={get.data.host} kind={kind} />
            <DynamicAnswers />
          </>
        ) : (
          <>
            <Text>
              For a place whose {kind} address changes, such as an office or a home: its router opens a secret address,
              and <span className="mono">{nameOf(record, domain.domain)}</span> gets the address that it called from.
            </Text>
            {isOn && (
              <Text>
                This record has a dynamic URL,{' '}
                {record.dynamicUsedAt ? (
                  <>
                    last used <Ago iso={record.dynamicUsedAt} />
                  </>
                ) : (
                  'not used yet'
                )}
                . It was shown when it was made. If it is lost, get a new one: the old one stops working.
              </Text>
            )}
          </>
        )}
        <Group justify="flex-end" gap="xs">
          {isOn && (
            <Button
              variant="outline"
              color="red"
              mr="auto"
              loading={disable.isPending}
              onClick={() => disable.mutate()}
            >
              Disable dynamic URL
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {!get.data && (
            <Button loading={get.isPending} onClick={() => get.mutate()} data-autofocus>
              {isOn ? 'Get a new one' : 'Get dynamic URL'}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
