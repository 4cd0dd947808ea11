import { zoneRoutes } from '@headwater/contract/zones/routes';
import { IconWorldWww } from '@tabler/icons-react';
import { useRefusal } from '../../lib/permission.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/Panel.tsx';

/** Heads the dashboard of a service that serves nothing yet. */
export function FirstZone({ serviceId }: { serviceId: number }) {
  const refused = useRefusal(zoneRoutes.createZone);
  return (
    <Panel>
      <EmptyState
        icon={<IconWorldWww size={20} />}
        title="No zones yet"
        action={
          refused === null && (
            <ButtonLink
              to="/$serviceId/zones/http/pull"
              params={{ serviceId: String(serviceId) }}
              search={{ create: 1 }}
            >
              Create your first zone
            </ButtonLink>
          )
        }
      >
        {refused ??
          'A pull zone fetches files from your own web server once and serves them from the edges from then on.'}
      </EmptyState>
    </Panel>
  );
}
