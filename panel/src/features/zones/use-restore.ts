import { zoneRoutes } from '@headwater/contract/zones/routes';
import type { Zone } from '@headwater/contract/zones/schema';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { zoneParams } from '../../lib/zone-queries.ts';
import { focusHeading } from '../../ui/take-focus.ts';
import { toast } from '../../ui/toast.ts';
import { useZoneChange } from './use-zone-change.ts';

/** Brings back a deleted zone. */
export function useRestore({ serviceId, zoneId }: Zone, onError?: (error: Error) => void) {
  const changed = useZoneChange();
  return useMutation({
    mutationFn: () => call(zoneRoutes.restoreZone, { params: zoneParams(serviceId, zoneId) }),
    onSuccess: ({ zone: restored }) => {
      toast.success(`Zone ${restored.name} was restored`);
      // The button goes with what said that it was deleted.
      focusHeading();
      changed(restored);
    },
    ...(onError && { onError }),
  });
}
