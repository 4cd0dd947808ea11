import type { ImportPlan } from '@headwater/contract/dns/transfer-routes';
import { Button, Group, Stack, Text } from '@mantine/core';
import { ImportPreview } from './ImportPreview.tsx';
import { importWords } from './import-words.ts';

type Props = { plan: ImportPlan; onClose: () => void; onOpen: () => void };

/** What became of a zone file that a domain began with, while some of it was passed over. */
export function ImportResult({ plan, onClose, onOpen }: Props) {
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {importWords(plan)}. Look at what was skipped, and add it by hand where the domain needs it.
      </Text>
      <ImportPreview plan={plan} done />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button data-autofocus onClick={onOpen}>
          Open the domain
        </Button>
      </Group>
    </Stack>
  );
}
