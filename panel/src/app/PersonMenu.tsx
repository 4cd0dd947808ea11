import { Menu, UnstyledButton } from '@mantine/core';
import { IconHome, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery } from '../lib/permission.ts';
import { initialsOf, nameOf } from '../lib/session.ts';
import classes from './PersonMenu.module.css';

/** Who is signed in, and the way out. */
export function PersonMenu() {
  const { data } = useQuery(sessionQuery());
  const email = data?.contact?.email ?? data?.client.email;
  return (
    <Menu width={240} position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={`Account: ${data ? nameOf(data) : 'Client'}`}>
          {initialsOf(data)}
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
        <Menu.Item component={Link} {...({ to: '/home' } as object)} leftSection={<IconHome size={15} />}>
          Home
        </Menu.Item>
        <Menu.Item
          component={Link}
          {...({ to: '/logout', preload: false } as object)}
          leftSection={<IconLogout size={15} />}
        >
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
