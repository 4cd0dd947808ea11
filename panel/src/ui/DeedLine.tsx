import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionLine } from './ActionLine.tsx';
import { Refusable } from './Refusable.tsx';

type Props = {
  /** What the button says, and the title unless that is another one. */
  deed: string;
  title?: string;
  level?: 'h2' | 'h3';
  text: string;
  more?: ReactNode;
  refused: string | null;
  busy?: boolean;
  danger?: boolean;
  onDo: () => void;
};

/** A line for something that can be done to the thing whose page it is: what it does, and its button. */
export function DeedLine({
  deed,
  title = deed,
  level = 'h2',
  text,
  more,
  refused,
  busy = false,
  danger = false,
  onDo,
}: Props) {
  const look = danger ? { variant: 'outline', color: 'red' } : { variant: 'default' };
  return (
    <ActionLine level={level} title={title} text={text} more={more}>
      <Refusable reason={refused}>
        <Button {...look} loading={busy} onClick={onDo}>
          {deed}
        </Button>
      </Refusable>
    </ActionLine>
  );
}
