import type { DnsDomain } from '@headwater/contract/dns/domain';
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconDots, IconFileExport, IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react';
import { Refusable } from '../../../ui/Refusable.tsx';
import { useExport } from '../transfer/use-export.ts';
import { OperationChips } from './OperationChips.tsx';
import type { useDialog } from './use-dialog.ts';

type Props = {
  domain: DnsDomain;
  refused: string | null;
  dialog: ReturnType<typeof useDialog>;
};

/** What concerns the list as a whole. */
export function RecordActions({ domain, refused, dialog }: Props) {
  const [exporting, exportZone] = useExport(domain);
  return (
    <Group gap="xs" ml="auto">
      <OperationChips domainId={domain.id} dialog={dialog} />
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More about these records" loading={exporting}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFileImport size={15} />}
            disabled={refused !== null}
            title={refused ?? undefined}
            onClick={() => dialog.open({ kind: 'import' })}
          >
            Import zone file
          </Menu.Item>
          <Menu.Item leftSection={<IconFileExport size={15} />} onClick={exportZone}>
            Export zone file
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} />}
            disabled={refused !== null}
            title={refused ?? undefined}
            onClick={() => dialog.open({ kind: 'delete', ids: 'all' })}
          >
            Delete all records
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Refusable reason={refused}>
        <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => dialog.open({ kind: 'form', id: null })}>
          Add record
        </Button>
      </Refusable>
    </Group>
  );
}
