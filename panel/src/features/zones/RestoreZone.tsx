import { zoneRoutes } from '@headwater/contract/zones/routes';
import type { Zone } from '@headwater/contract/zones/schema';
import { wordsOf } from '../../lib/call-error.ts';
import { useRefusal } from '../../lib/permission.ts';
import { RestoreButton } from '../../ui/RestoreButton.tsx';
import { toast } from '../../ui/toast.ts';
import { useRestore } from './use-restore.ts';

/** Restores a zone from its row in the list of deleted ones. */
export function RestoreZone({ zone }: { zone: Zone }) {
  const refused = useRefusal(zoneRoutes.restoreZone);
  const restore = useRestore(zone, (error) =>
    toast.error(wordsOf(error, `Zone ${zone.name} could not be restored. Try again.`)),
  );
  return (
    <RestoreButton name={zone.name} refused={refused} busy={restore.isPending} onRestore={() => restore.mutate()} />
  );
}
