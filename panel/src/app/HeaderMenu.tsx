import { Button, type ButtonProps, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { Line } from '../lib/feature.ts';
import classes from './HeaderMenus.module.css';
import { MenuLine } from './MenuLine.tsx';

export type HeaderMenuProps = {
  label: string;
  lines: readonly (Line & { group?: string })[];
  look?: Pick<ButtonProps, 'variant' | 'color' | 'leftSection'>;
};

/** The button of a header's menu. */
export const HeaderMenuButton = ({ label, look, ...props }: Omit<HeaderMenuProps, 'lines'> & ButtonProps) => (
  <Button
    variant="subtle"
    color="gray"
    size="compact-md"
    rightSection={<IconChevronDown size={14} />}
    {...look}
    {...props}
  >
    {label}
  </Button>
);

/** A menu of a header. */
export function HeaderMenu({ label, lines, look }: HeaderMenuProps) {
  const groups = [...new Set(lines.map(({ group }) => group))];
  const described = lines.some(({ description }) => description);
  return (
    <Menu withinPortal={false} width={described ? 300 : 220} position="bottom-start">
      <Menu.Target>
        <HeaderMenuButton label={label} {...(look && { look })} />
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        {groups.map((group) => (
          <Fragment key={group ?? ''}>
            {group && <Menu.Label>{group}</Menu.Label>}
            {lines
              .filter((line) => line.group === group)
              .map((line) => (
                <MenuLine key={line.label} line={line} />
              ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
