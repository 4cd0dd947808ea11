import { Menu, UnstyledButton } from '@mantine/core';
import { IconHome, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../lib/permission.ts';
import { initialsOf, nameOf } from '../lib/session.ts';
import { MenuLink } from '../ui/links.tsx';
import classes from './PersonMenu.module.css';

/** Who is signed in, and the way out. */
export function PersonMenu() {
  const { data } = useQuery(sessionQuery());
  const initials = initialsOf(data);
  const email = data?.contact?.email ?? data?.client.email;
  return (
    <Menu withinPortal={false} width={240} position="bottom-end">
      <Menu.Target>
        <UnstyledButton
          className={classes.target}
          aria-label={`Account: ${initials}${data ? `, ${nameOf(data)}` : ''}`}
        >
          {initials}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {data && (
          <div className={classes.person}>
            <b className="clip">{nameOf(data)}</b>
            <span className="clip">{email}</span>
            {data.isSubContact && <span className="clip">Contact of {data.client.fullname}</span>}
          </div>
        )}
        <Menu.Divider />
        <MenuLink to="/home" leftSection={<IconHome size={15} />}>
          Home
        </MenuLink>
        <MenuLink to="/logout" preload={false} leftSection={<IconLogout size={15} />}>
          Log out
        </MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}
