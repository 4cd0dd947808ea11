import { zoneRoutes } from '@headwater/contract/zones/routes';
import type { Zone } from '@headwater/contract/zones/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { wordsOf } from '../../lib/call-error.ts';
import { useRefusal } from '../../lib/permission.ts';
import { zoneParams } from '../../lib/zone-queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DeedLine } from '../../ui/DeedLine.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toast } from '../../ui/toast.ts';
import { useZoneChange } from './use-zone-change.ts';

/** What takes a zone off the edges. */
export function DangerTab({ zone }: { zone: Zone }) {
  const [asking, setAsking] = useState<'disable' | 'delete' | null>(null);
  const changed = useZoneChange();
  const client = useQueryClient();
  const navigate = useNavigate();
  const refused = useRefusal(zoneRoutes.setZoneStatus);
  const params = zoneParams(zone.serviceId, zone.zoneId);
  const disabled = zone.status === 1;
  const setStatus = useMutation({
    mutationFn: (status: 0 | 1) => call(zoneRoutes.setZoneStatus, { params, body: { status } }),
    onSuccess: ({ zone: next }) => {
      toast.success(`Zone ${next.name} was ${next.status === 1 ? 'disabled' : 'enabled'}`);
      setAsking(null);
      changed(next);
    },
    onError: (error, status) => {
      // Disabling shows why in its dialog.
      if (status === 0) toast.error(wordsOf(error, 'The zone could not be enabled. Try again.'));
    },
  });
  const remove = useMutation({
    mutationFn: () => call(zoneRoutes.deleteZone, { params }),
    onSuccess: ({ zone: next }) => {
      toast.success(`Zone ${next.name} was deleted. It can be restored for 30 days.`, { lasts: 'long' });
      void navigate({ to: '/$serviceId/zones/http/pull', params: { serviceId: String(zone.serviceId) } });
      changed(next);
      void client.invalidateQueries({ queryKey: [zoneRoutes.getServiceStatistics.path] });
    },
  });
  return (
    <Panel flush>
      <DeedLine
        deed={disabled ? 'Enable zone' : 'Disable zone'}
        text={
          disabled
            ? 'The edges serve the zone again; what they had cached is still there.'
            : 'Every request is refused with a page that says so. Settings and cached files stay.'
        }
        refused={refused}
        busy={setStatus.isPending && asking === null}
        onDo={() => (disabled ? setStatus.mutate(0) : setAsking('disable'))}
      />
      <DeedLine
        deed="Delete zone"
        text="The host name stops answering. The zone can be restored, and its host name is held for you, for 30 days."
        refused={refused}
        danger
        onDo={() => setAsking('delete')}
      />
      <ConfirmDialog
        opened={asking === 'disable'}
        onClose={() => setAsking(null)}
        title={`Disable ${zone.name}?`}
        action="Disable zone"
        busy={setStatus.isPending}
        error={setStatus.error && wordsOf(setStatus.error, 'The zone could not be disabled. Try again.')}
        onConfirm={() => setStatus.mutate(1)}
        danger
      >
        Visitors of <span className="mono">{zone.hostname}</span> are refused until the zone is enabled again.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'delete'}
        onClose={() => setAsking(null)}
        title={`Delete ${zone.name}?`}
        action="Delete zone"
        busy={remove.isPending}
        error={remove.error && wordsOf(remove.error, 'The zone could not be deleted. Try again.')}
        onConfirm={() => remove.mutate()}
        danger
      >
        <span className="mono">{zone.hostname}</span> stops answering at once. For 30 days the zone can be restored from
        the list of deleted zones; after that nothing brings it back.
      </ConfirmDialog>
    </Panel>
  );
}
