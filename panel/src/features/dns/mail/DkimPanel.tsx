import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import type { DnsRecord } from '@headwater/contract/dns/record';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { wordsOf } from '../../../lib/call-error.ts';
import { useRefusal } from '../../../lib/permission.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Refusable } from '../../../ui/Refusable.tsx';
import { toast } from '../../../ui/toast.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';
import { DkimDialog } from './DkimDialog.tsx';
import classes from './Mail.module.css';
import { dkimQuery, useMailChange } from './mail-queries.ts';

const isKey = ({ host, type }: DnsRecord) => /\._domainkey(\.|$)/.test(host) && (type === 'TXT' || type === 'CNAME');

/** The keys that mail in the domain's name is signed with. */
export function DkimPanel({ domain }: { domain: DnsDomain }) {
  const changed = useMailChange();
  const refused = useRefusal(dnsRoutes.createRecord);
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<DnsRecord | null>(null);
  const query = useQuery(dkimQuery(domain));
  const keys = query.data?.records.filter(isKey);
  const remove = useMutation({
    mutationFn: (recordId: string) => call(dnsRoutes.deleteRecord, { params: { ...paramsOf(domain), recordId } }),
    onSuccess: (reply) => {
      toast.success('The key was deleted', { lasts: 'domainSuccess' });
      changed(reply.domain);
      setDeleting(null);
    },
    onError: (error) => tellFailure(dnsMessages.deleteRecord, error),
  });
  return (
    <Panel
      title="3. Signed mail (DKIM)"
      aside={
        <Refusable reason={refused}>
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            Add key
          </Button>
        </Refusable>
      }
    >
      {keys === undefined && !query.error && <Skeleton height={24} />}
      {query.error && !keys && <p className={classes.text}>{wordsOf(query.error, dnsMessages.loadRecords)}</p>}
      {keys?.length === 0 && (
        <p className={classes.text}>
          No key yet. Your mail provider signs what it sends, and shows the key that belongs here: paste it.
        </p>
      )}
      {keys && keys.length > 0 && (
        <ul className={classes.keys}>
          {keys.map((key) => (
            <li key={key.id}>
              <span className="mono">{key.host}</span>
              <span className={`mono clip ${classes.value}`} title={key.record}>
                {key.type} {key.record}
              </span>
              <Refusable reason={refused}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Delete key ${key.host}`}
                  onClick={() => setDeleting(key)}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </Refusable>
            </li>
          ))}
        </ul>
      )}
      <DkimDialog domain={domain} opened={adding} onClose={() => setAdding(false)} />
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title="Delete this key?"
        action="Delete key"
        busy={remove.isPending}
        error={remove.error && wordsOf(remove.error, 'The key could not be deleted. Try again.')}
        onConfirm={() => deleting && remove.mutate(deleting.id)}
        danger
      >
        Mail that is signed with <span className="mono">{deleting?.host}</span> counts as unsigned from then on. The
        change can be undone from the records.
      </ConfirmDialog>
    </Panel>
  );
}
