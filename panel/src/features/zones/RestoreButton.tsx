import { zoneRoutes } from '@headwater/contract/zones/routes';
import type { Zone } from '@headwater/contract/zones/schema';
import { Button } from '@mantine/core';
import { wordsOf } from '../../lib/call-error.ts';
import { useRefusal } from '../../lib/permission.ts';
import { Refusable } from '../../ui/Refusable.tsx';
import { toast } from '../../ui/toast.ts';
import { useRestore } from './use-restore.ts';

/** Restores a zone from its row in the list of deleted ones. */
export function RestoreButton({ zone }: { zone: Zone }) {
  const refused = useRefusal(zoneRoutes.restoreZone);
  const restore = useRestore(zone, (error) =>
    toast.error(wordsOf(error, `Zone ${zone.name} could not be restored. Try again.`)),
  );
  return (
    <Refusable reason={refused}>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Restore ${zone.name}`}
        loading={restore.isPending}
        onClick={() => restore.mutate()}
      >
        Restore
      </Button>
    </Refusable>
  );
}
