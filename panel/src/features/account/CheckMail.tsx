import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { DemoMailHint } from '../../ui/DemoMailHint.tsx';
import { takeFocus } from '../../ui/take-focus.ts';

type Props = {
  /** What was sent where, and what it is for. */
  children: ReactNode;
  /** What else may be wrong. It must hold for known and unknown addresses alike. */
  otherwise: ReactNode;
  actions: ReactNode;
};

/** What stands where a form was, once the next step is a message. */
export function CheckMail({ children, otherwise, actions }: Props) {
  return (
    <Stack gap="sm">
      <Title order={1} tabIndex={-1} ref={takeFocus}>
        Check your e-mail
      </Title>
      <Text style={{ overflowWrap: 'anywhere' }} role="status">
        {children}
      </Text>
      <Text size="sm" c="dimmed">
        {otherwise}
      </Text>
      <DemoMailHint />
      <Group gap="xs" mt="xs">
        {actions}
      </Group>
    </Stack>
  );
}
