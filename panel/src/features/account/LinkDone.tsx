import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { title: string; children: ReactNode /** The way on. */; action: ReactNode };

/** What a mailed link has brought about. */
export function LinkDone({ title, children, action }: Props) {
  return (
    <Stack gap="sm" align="flex-start">
      <Title order={1}>{title}</Title>
      <Text role="status" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}
