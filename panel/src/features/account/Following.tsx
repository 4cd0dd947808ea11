import { Loader, Stack, Text } from '@mantine/core';

/** What stands while a link's work goes on. `doing` ends in an ellipsis. */
export const Following = ({ doing }: { doing: string }) => (
  <Stack gap="sm" align="center" role="status">
    <Loader size="sm" />
    <Text>{doing}</Text>
  </Stack>
);
