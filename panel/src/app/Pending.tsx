import { Skeleton, Stack } from '@mantine/core';

/** What a screen shows while it is on its way. */
export function Pending() {
  return (
    <Stack p="lg" gap="md" maw="80rem" mx="auto" aria-busy="true" aria-label="Loading">
      <Skeleton height={28} width={220} />
      <Skeleton height={140} radius="md" />
      <Skeleton height={240} radius="md" />
    </Stack>
  );
}
