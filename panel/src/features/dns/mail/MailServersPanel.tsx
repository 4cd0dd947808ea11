import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { MailEntry, Policy } from '@headwater/contract/dns/mail-routes';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconMail } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useRefusal } from '../../../lib/permission.ts';
import { CreateButton } from '../../../ui/CreateButton.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Refusable } from '../../../ui/Refusable.tsx';
import { DeleteMailDialog } from './DeleteMailDialog.tsx';
import { MailServerDialog } from './MailServerDialog.tsx';
import { mailColumns } from './mail-columns.tsx';
import { type Provider, providers } from './mail-providers.ts';
import { ProviderDialog } from './ProviderDialog.tsx';

type Props = { domain: DnsDomain; mail: MailEntry[] | undefined; spf: readonly Policy[] | undefined };

/** Which servers receive the domain's mail. */
export function MailServersPanel({ domain, mail, spf }: Props) {
  const refused = useRefusal(dnsRoutes.addMail);
  const [editing, setEditing] = useState<MailEntry | 'new' | null>(null);
  const [deleting, setDeleting] = useState<MailEntry | null>(null);
  const [provider, setProvider] = useState<Provider | null>(null);
  const columns = useMemo(() => mailColumns({ refused, edit: setEditing, remove: setDeleting }), [refused]);
  const tools = (
    <Group gap="xs">
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button
            variant={mail?.length === 0 ? 'filled' : 'default'}
            size="xs"
            rightSection={<IconChevronDown size={14} />}
          >
            Set up for
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {providers.map((one) => (
            <Refusable key={one.id} reason={refused}>
              <Menu.Item onClick={() => setProvider(one)}>{one.label}</Menu.Item>
            </Refusable>
          ))}
        </Menu.Dropdown>
      </Menu>
      <CreateButton refused={refused} onClick={() => setEditing('new')} inPanel>
        Add mail server
      </CreateButton>
    </Group>
  );
  return (
    <Panel title="1. Where mail goes (MX)" aside={mail && mail.length > 0 ? tools : undefined} flush>
      <DataTable
        label="Mail servers"
        columns={columns}
        rows={mail}
        rowId={({ id }) => id}
        expectedRows={2}
        empty={
          <EmptyState icon={<IconMail size={20} />} title="No mail server yet" action={tools}>
            MX records name the servers that receive mail for {domain.domain}. Choose your provider, and they are made
            for you.
          </EmptyState>
        }
      />
      <MailServerDialog
        domain={domain}
        entry={editing === 'new' ? null : editing}
        opened={editing !== null}
        onClose={() => setEditing(null)}
      />
      <DeleteMailDialog domain={domain} entry={deleting} onClose={() => setDeleting(null)} />
      <ProviderDialog
        domain={domain}
        mail={mail ?? []}
        spf={spf ?? []}
        provider={provider}
        onClose={() => setProvider(null)}
      />
    </Panel>
  );
}
