import { Tooltip } from '@mantine/core';
import { cloneElement, type ReactElement } from 'react';

type Props = {
  /** Why the control cannot be used; null when it can. */
  reason: string | null;
  children: ReactElement<{
    disabled?: boolean;
    'data-disabled'?: boolean;
    onClick?: unknown;
    'aria-disabled'?: boolean;
  }>;
};

/** A control that says why it is disabled. It stays in the tab order, so that the reason can be reached by keyboard. */
export function Refusable({ reason, children }: Props) {
  if (reason === null) return children;
  const refused = cloneElement(children, {
    'data-disabled': true,
    'aria-disabled': true,
    onClick: (event: { preventDefault: () => void }) => event.preventDefault(),
  });
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      {refused}
    </Tooltip>
  );
}
