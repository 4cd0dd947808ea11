import { apiKeyRoutes } from '@headwater/contract/api-keys/routes';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { useServiceId } from '../../lib/current-service.ts';
import { useRefusal } from '../../lib/permission.ts';
import { servicesQuery } from '../../lib/service-list.ts';
import { useTitle } from '../../lib/use-title.ts';
import { CreateButton } from '../../ui/CreateButton.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { keyColumns } from './key-columns.tsx';
import type { KeysSearch } from './keys-search.ts';

const CreateKeyDialog = lazy(() => import('./CreateKeyDialog.tsx'));

/** The keys by which the customer's own programs use the account. The one that is open stands in the address. */
export function ApiKeysScreen(): ReactNode {
  useTitle('API keys');
  const serviceId = useServiceId();
  const { key: openId = null } = useSearch({ strict: false }) as KeysSearch;
  const navigate = useNavigate();
  const refused = useRefusal(apiKeyRoutes.createApiKey);
  const [creating, setCreating] = useState<boolean | null>(null);
  const keys = useQuery(ask(apiKeyRoutes.listApiKeys, {}));
  const services = useQuery(servicesQuery()).data?.services;
  const params = { serviceId: String(serviceId) };
  const columns = useMemo(() => {
    const open = (key: string) =>
      void navigate({ to: '/$serviceId/account/api', params: { serviceId: String(serviceId) }, search: { key } });
    return keyColumns(services ?? [], open);
  }, [services, navigate, serviceId]);
  const create = (
    <CreateButton refused={refused} onClick={() => setCreating(true)}>
      Create API key
    </CreateButton>
  );
  return (
    <Page
      title="API keys"
      lead={<span>Each key lets a program of yours do what you allow it, and nothing else.</span>}
      actions={
        <>
          <ButtonLink to="/$serviceId/account/api/reference" params={params} variant="default">
            API reference
          </ButtonLink>
          {create}
        </>
      }
    >
      <Panel flush>
        <DataTable
          label="API keys"
          columns={columns}
          rows={keys.data?.apiKeys}
          rowId={({ id }) => id}
          error={keys.error}
          onRetry={() => void keys.refetch()}
          empty={
            <EmptyState icon={<IconKey size={20} />} title="No API keys yet" action={create}>
              Nearly everything that the panel does, a program can do as well; what concerns people and their sign-ins
              stays with people. A key says what it may do, in which services, from which addresses and for how long; it
              is shown once, and can be revoked at any time.
            </EmptyState>
          }
        />
      </Panel>
      <KeyDialog
        apiKey={keys.data?.apiKeys.find(({ id }) => id === openId)}
        services={services ?? []}
        onClose={() => void navigate({ to: '/$serviceId/account/api', params, search: {} })}
      />
      {creating !== null && (
        <Suspense>
          <CreateKeyDialog serviceId={serviceId} opened={creating} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  );
}
