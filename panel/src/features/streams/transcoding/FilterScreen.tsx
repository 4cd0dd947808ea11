import { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '../../../lib/call.ts';
import { useServiceId } from '../../../lib/current-service.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { DeleteItem } from './DeleteItem.tsx';
import { FilterForm } from './FilterForm.tsx';
import { ItemPage } from './ItemPage.tsx';
import { filterQuery } from './transcoding-queries.ts';
import { UsedBy } from './UsedBy.tsx';

/** One filter. */
export function FilterScreen() {
  const serviceId = useServiceId();
  const { filterId = '' } = useParams({ strict: false }) as { filterId?: string };
  const client = useQueryClient();
  const asked = filterQuery(serviceId, filterId);
  const query = useQuery(asked);
  const filter = query.data?.filter;
  useTitle(filter?.value.name ?? 'Filter', 'Live transcoding');
  return (
    <ItemPage
      serviceId={serviceId}
      what="filter"
      name={filter?.value.name}
      error={query.error}
      onRetry={() => void query.refetch()}
    >
      {filter && (
        <Stack gap="md">
          <FilterForm key={filter.id} serviceId={serviceId} filter={filter} />
          <UsedBy serviceId={serviceId} what="filter" usedBy={filter.usedBy} />
          <DeleteItem
            serviceId={serviceId}
            what="filter"
            name={filter.value.name}
            usedBy={filter.usedBy}
            onDelete={() => call(transcodingRoutes.deleteLiveFilter, { params: { serviceId, filterId } })}
            onGone={() => client.removeQueries({ queryKey: asked.queryKey })}
          />
        </Stack>
      )}
    </ItemPage>
  );
}
