import { Button, type ButtonProps, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { Line } from '../lib/feature.ts';
import { MenuLine } from './MenuLine.tsx';

type Props = {
  label: string;
  lines: readonly (Line & { group?: string })[];
  width?: number;
  look?: Pick<ButtonProps, 'variant' | 'color' | 'leftSection'>;
};

/** A menu of the header. One without lines is not there. */
export function HeaderMenu({ label, lines, width = 220, look }: Props) {
  if (lines.length === 0) return null;
  const groups = [...new Set(lines.map(({ group }) => group))];
  return (
    <Menu withinPortal={false} width={width} position="bottom-start">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-md" rightSection={<IconChevronDown size={14} />} {...look}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
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
