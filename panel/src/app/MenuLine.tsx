import { Menu, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useServiceId } from '../lib/current-service.ts';
import type { Line } from '../lib/feature.ts';
import { MenuLink } from '../ui/links.tsx';
import classes from './MenuLine.module.css';
import { useLine } from './use-line.ts';

/** A line of a header's menu. */
export function MenuLine({ line }: { line: Line }) {
  const serviceId = useServiceId();
  const { refused, site, open } = useLine(line);
  const look = {
    leftSection: <line.icon size={16} aria-hidden />,
    classNames: { item: classes.item },
    children: (
      <>
        {line.label}
        {line.description && <span className={classes.description}>{line.description}</span>}
      </>
    ),
  };
  if (refused !== null) {
    return (
      <Tooltip label={refused} events={{ hover: true, focus: true, touch: true }}>
        {/* No `disabled`: the arrow keys pass such items over, and with them the reason. */}
        <Menu.Item {...look} aria-disabled closeMenuOnClick={false} />
      </Tooltip>
    );
  }
  if ('to' in line) {
    const { to, hash } = line;
    return <MenuLink {...look} to={to} params={{ serviceId: String(serviceId) }} {...(hash && { hash })} />;
  }
  if ('open' in line) return <Menu.Item {...look} onClick={open} />;
  return (
    <Menu.Item
      {...look}
      component="a"
      href={site}
      target="_blank"
      rel="noopener"
      rightSection={<IconExternalLink size={14} role="img" aria-label="opens in a new tab" />}
    />
  );
}
