import type { DnsRecord } from '@headwater/contract/dns/record';
import { Menu } from '@mantine/core';
import { IconArrowsExchange, IconCopy, IconCopyPlus, IconPencil, IconRefreshDot, IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { toast } from '../../../ui/toast.ts';
import { isDynamic, isProxiable, spokenName, zoneLine } from './record-words.ts';
import type { RowActions } from './row-actions.ts';

type Props = {
  record: DnsRecord;
  domain: string;
  refused: string | null;
  actions: RowActions;
  /** The button that it belongs to. */
  children: ReactElement;
};

/** The rest of what can be done with one record. It exists only while it is open. */
export function RowMenu({ record, domain, refused, actions, children }: Props) {
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Copied', { lasts: 'brief' });
    } catch {
      toast.error('The browser did not allow copying. Select the text and copy it by hand.');
    }
  };
  const barred = { disabled: refused !== null, title: refused ?? undefined };
  return (
    <Menu
      opened
      position="bottom-end"
      onClose={() => actions.openMenu(null)}
      transitionProps={{ duration: 0 }}
      width={230}
      aria-label={`More about ${spokenName(record)}`}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => actions.openForm(record.id)} {...barred}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconCopyPlus size={15} />} onClick={() => actions.duplicate(record.id)} {...barred}>
          Duplicate
        </Menu.Item>
        {isProxiable(record.type) && (
          <Menu.Item
            leftSection={<IconArrowsExchange size={15} />}
            onClick={() => actions.setProxy(record.id, record.proxy === 1 ? 0 : 1)}
            {...barred}
          >
            {record.proxy === 1 ? 'Turn proxy off' : 'Turn proxy on'}
          </Menu.Item>
        )}
        {isDynamic(record.type) && (
          <Menu.Item
            leftSection={<IconRefreshDot size={15} />}
            onClick={() => actions.openDynamicUrl(record.id)}
            {...barred}
          >
            Dynamic URL
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => void copy(record.record)}>
          Copy value
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => void copy(zoneLine(record, domain))}>
          Copy as zone file line
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={15} />}
          onClick={() => actions.askDelete([record.id])}
          {...barred}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
