import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { takeFocus } from './take-focus.ts';

type Props = {
  /** The address had no key: it was cut off, or the page was loaded again after the key was taken out of it. */
  incomplete: boolean;
  /** How long such links work. */
  children: ReactNode;
  /** The way to a new one. */
  action: ReactNode;
};

/** What stands where a mailed link leads nowhere any more. */
export function LinkOver({ incomplete, children, action }: Props) {
  return (
    <Stack gap="sm">
      <Title order={1} tabIndex={-1} ref={takeFocus}>
        {incomplete ? 'Open the link again' : 'This link no longer works'}
      </Title>
      <Text role="status">
        {incomplete
          ? 'The address is not complete. Open the link in the message once more, or copy the whole of it.'
          : 'It was used already or has expired.'}
      </Text>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
      <Group gap="xs" mt="xs">
        {action}
      </Group>
    </Stack>
  );
}
