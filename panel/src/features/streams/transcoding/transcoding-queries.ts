import { serviceRoutes } from '@headwater/contract/services/routes';
import type { LiveFilter, LiveProfile } from '@headwater/contract/transcoding/routes';
import { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../../lib/ask.ts';

export const profilesQuery = (serviceId: number) => ask(transcodingRoutes.listLiveProfiles, { params: { serviceId } });
export const filtersQuery = (serviceId: number) => ask(transcodingRoutes.listLiveFilters, { params: { serviceId } });
export const logosQuery = (serviceId: number) => ask(transcodingRoutes.listLogos, { params: { serviceId } });

export const profileQuery = (serviceId: number, profileId: string) =>
  ask(transcodingRoutes.getLiveProfile, { params: { serviceId, profileId } });
export const filterQuery = (serviceId: number, filterId: string) =>
  ask(transcodingRoutes.getLiveFilter, { params: { serviceId, filterId } });
/** An image never changes: another one has another id. */
export const logoQuery = (serviceId: number, imageId: string) =>
  ask(transcodingRoutes.getLogo, { params: { serviceId, imageId } }, { staleTime: Number.POSITIVE_INFINITY });

/** What profiles and filters are called, by their ids. */
export function useNameOf(serviceId: number): (id: string) => string {
  const profiles = useQuery(profilesQuery(serviceId)).data?.profiles;
  const filters = useQuery(filtersQuery(serviceId)).data?.filters;
  const names = new Map([...(profiles ?? []), ...(filters ?? [])].map(({ id, value }) => [id, value.name]));
  return (id) => names.get(id) ?? id;
}

/** Shows what the server answered, has the lists asked again, and the service with them. */
export function useTranscodingChange(serviceId: number) {
  const client = useQueryClient();
  const again = () => {
    for (const { path } of [transcodingRoutes.listLiveProfiles, transcodingRoutes.listLiveFilters]) {
      void client.invalidateQueries({ queryKey: [path] });
    }
    void client.invalidateQueries({ queryKey: ask(serviceRoutes.getService, { params: { serviceId } }).queryKey });
  };
  return {
    profileChanged: (profile: LiveProfile) => {
      client.setQueryData(profileQuery(serviceId, profile.id).queryKey, { result: 'success', profile });
      again();
    },
    filterChanged: (filter: LiveFilter) => {
      client.setQueryData(filterQuery(serviceId, filter.id).queryKey, { result: 'success', filter });
      again();
    },
    deleted: again,
  };
}
