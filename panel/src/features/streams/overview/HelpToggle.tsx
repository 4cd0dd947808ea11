import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import classes from './Help.module.css';

type Props = { opened: boolean; onToggle: () => void; children: string };

/** Opens help that is too long for the narrow column that its button stands in. */
export function HelpToggle({ opened, onToggle, children }: Props) {
  return (
    <div className={classes.foot}>
      <UnstyledButton className={classes.toggle} aria-expanded={opened} onClick={onToggle}>
        {children}
        <IconChevronDown size={16} aria-hidden />
      </UnstyledButton>
    </div>
  );
}
