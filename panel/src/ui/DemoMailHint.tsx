import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../lib/provider.ts';

/** Where messages go in the demo, which has no mail server. */
export function DemoMailHint() {
  const { data } = useQuery({ ...settingsQuery(), staleTime: Infinity });
  if (!data?.demo) return null;
  return (
    <Text size="sm" c="dimmed">
      This is the demo: without a mail server, messages stay on this machine. Read the newest one with{' '}
      <span className="mono" style={{ whiteSpace: 'nowrap' }}>
        npm run headwater -- mail last
      </span>
    </Text>
  );
}
