import { activityRoutes } from '@headwater/contract/activity/routes';
import type { ActivityFilter } from '@headwater/contract/activity/schema';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { wordsOf } from '../../lib/call-error.ts';
import { toast } from '../../ui/toast.ts';

/** Downloads what the filter leaves of the log. */
export function ExportButton({ filter }: { filter: Partial<ActivityFilter> }) {
  const download = useMutation({
    mutationFn: () => call(activityRoutes.ticketActivity, { body: filter }),
    // The browser opens it by itself and sends no headers, hence the ticket in place of the token.
    onSuccess: ({ ticket }) => location.assign(ticket.url),
    onError: (error) => toast.error(wordsOf(error, 'The log could not be exported. Try again.')),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Export CSV
    </Button>
  );
}
