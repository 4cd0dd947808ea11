import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { Line } from '../lib/feature.ts';
import { SideLink } from './SideLink.tsx';
import classes from './SidePanel.module.css';
import { useLine } from './use-line.ts';

type Props = { line: Line; onLeave: () => void };

/** A line of the side panel: what the header's menus hold, without a menu around it. */
export function SideLine({ line, onLeave }: Props) {
  const { refused, site, open } = useLine(line);
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
      <SideLink to={line.to} hash={line.hash} onClick={onLeave}>
        {children}
      </SideLink>
    );
  }
  if ('open' in line) {
    const openInstead = () => {
      onLeave();
      open();
    };
    return (
      <UnstyledButton className={classes.link} onClick={openInstead}>
        {children}
      </UnstyledButton>
    );
  }
  return (
    <a className={classes.link} href={site} target="_blank" rel="noopener" onClick={onLeave}>
      {children}
      <IconExternalLink size={14} role="img" aria-label="opens in a new tab" />
    </a>
  );
}
