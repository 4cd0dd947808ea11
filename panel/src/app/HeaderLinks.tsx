import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useServiceId } from '../lib/current-service.ts';
import { MenuLink } from '../ui/links.tsx';

/** The header's menus, as far as what they lead to exists. On a phone the side panel holds the same links. */
export function HeaderLinks() {
  const params = { serviceId: String(useServiceId()) };
  return (
    <Menu withinPortal={false} width={180} position="bottom-start">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          visibleFrom="sm"
          rightSection={<IconChevronDown size={14} />}
        >
          Zones
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink to="/$serviceId/zones/http/pull" params={params}>
          HTTP pull
        </MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}
