import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import type { DnsRecord } from '@headwater/contract/dns/record';
import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { formatSeconds } from '../../../lib/format.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';
import type { RecordNews } from './record-queries.ts';
import { saveRecord } from './save-record.ts';

type Props = { domain: DnsDomain; record: DnsRecord; onNews: (news: RecordNews) => void };

const shortTtl = '60';
/** From here on, visitors would miss the new address for too long. */
const longSeconds = 300;

/** An address that changes is of little use while resolvers remember the old one: offers a short TTL. */
export function ShortTtl({ domain, record, onNews }: Props) {
  const save = useMutation({
    mutationFn: () => saveRecord(paramsOf(domain), record, { ttl: shortTtl }),
    onSuccess: (reply) => onNews({ domain: reply.domain, put: [reply.record] }),
    onError: (error) => tellFailure(dnsMessages.updateRecord, error),
  });
  const seconds = Number(record.ttl);
  if (seconds <= longSeconds) return null;
  return (
    <Alert color="yellow" p="xs">
      Resolvers remember the address for {formatSeconds(seconds)}, so that visitors miss a new one for as long.
      <Button
        size="compact-xs"
        variant="default"
        display="block"
        mt="xs"
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Set TTL to {shortTtl}
      </Button>
    </Alert>
  );
}
