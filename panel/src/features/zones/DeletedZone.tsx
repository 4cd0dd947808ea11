import { zoneRoutes } from '@headwater/contract/zones/routes';
import type { Zone } from '@headwater/contract/zones/schema';
import { Alert, Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { wordsOf } from '../../lib/call-error.ts';
import { useRefusal } from '../../lib/permission.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { DateTime } from '../../ui/Time.tsx';
import { useRestore } from './use-restore.ts';

/** What a deleted zone shows: until when it can be brought back, and how. */
export function DeletedZone({ zone }: { zone: Zone }) {
  const refused = useRefusal(zoneRoutes.restoreZone);
  const restore = useRestore(zone);
  return (
    <Panel>
      <EmptyState
        icon={<IconRestore size={20} />}
        title="This zone is deleted"
        action={
          <Refusable reason={refused}>
            <Button loading={restore.isPending} onClick={() => restore.mutate()}>
              Restore zone
            </Button>
          </Refusable>
        }
      >
        Its host name answers that the zone is unknown. Restored, it serves again with the settings it had
        {zone.restorableUntil && (
          <>
            ; that is possible until <DateTime iso={zone.restorableUntil} />
          </>
        )}
        .
        {restore.error && (
          <Alert color="red" mt="sm" role="alert">
            {wordsOf(restore.error, 'The zone could not be restored. Try again.')}
          </Alert>
        )}
      </EmptyState>
    </Panel>
  );
}
