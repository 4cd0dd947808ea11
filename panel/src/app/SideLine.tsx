import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useServiceId } from '../lib/current-service.ts';
import type { Line } from '../lib/feature.ts';
import { useRefusal } from '../lib/permission.ts';
import { settingsQuery } from '../lib/provider.ts';
import { useOpenDialog } from './DialogHost.tsx';
import classes from './SidePanel.module.css';

export const activeLink = { 'data-active': true, 'aria-current': 'page' } as const;

/** A line of the side panel: what the header's menus hold, without a menu around it. */
export function SideLine({ line, onLeave }: { line: Line; onLeave: () => void }) {
  const serviceId = useServiceId();
  const openDialog = useOpenDialog();
  const { data: settings } = useQuery({ ...settingsQuery(), staleTime: Infinity });
  const refused = useRefusal({ access: line.access ?? 'session' });
  const children = (
    <>
      <line.icon size={16} aria-hidden /> {line.label}
    </>
  );
  if (refused !== null) {
    return (
      <Tooltip label={refused} events={{ hover: true, focus: true, touch: true }}>
        <UnstyledButton className={classes.link} aria-disabled>
          {children}
        </UnstyledButton>
      </Tooltip>
    );
  }
  if ('to' in line) {
    return (
      <Link
        to={line.to}
        params={{ serviceId: String(serviceId) }}
        {...(line.hash && { hash: line.hash })}
        className={classes.link}
        activeOptions={{ includeSearch: false, includeHash: line.hash !== undefined }}
        activeProps={activeLink}
        onClick={onLeave}
      >
        {children}
      </Link>
    );
  }
  if ('open' in line) {
    const open = () => {
      onLeave();
      openDialog(line.open);
    };
    return (
      <UnstyledButton className={classes.link} onClick={open}>
        {children}
      </UnstyledButton>
    );
  }
  return (
    <a
      className={classes.link}
      href={(settings && line.href(settings)) ?? ''}
      target="_blank"
      rel="noopener"
      onClick={onLeave}
    >
      {children}
      <IconExternalLink size={14} role="img" aria-label="opens in a new tab" />
    </a>
  );
}
