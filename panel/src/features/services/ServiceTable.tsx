import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pickable, servicesQuery } from '../../lib/service-list.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { homeColumns } from './service-columns.tsx';

/** The services that are not terminated, favourites first; only active ones lead on. */
export function ServiceTable({ emailVerified }: { emailVerified: boolean }) {
  const services = useQuery(servicesQuery());
  const columns = useMemo(() => homeColumns(emailVerified), [emailVerified]);
  const rows = useMemo(() => services.data && pickable(services.data.services), [services.data]);
  return (
    <DataTable
      label="Services"
      columns={columns}
      rows={rows}
      rowId={({ id }) => String(id)}
      error={services.error}
      onRetry={() => void services.refetch()}
      empty={<EmptyState title="No service is running">All services of this account were terminated.</EmptyState>}
    />
  );
}
