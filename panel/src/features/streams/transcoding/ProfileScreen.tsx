import { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '../../../lib/call.ts';
import { useServiceId } from '../../../lib/current-service.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { DeleteItem } from './DeleteItem.tsx';
import { ItemPage } from './ItemPage.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { profileQuery } from './transcoding-queries.ts';
import { UsedBy } from './UsedBy.tsx';

/** One transcoding profile. */
export function ProfileScreen() {
  const serviceId = useServiceId();
  const { profileId = '' } = useParams({ strict: false }) as { profileId?: string };
  const client = useQueryClient();
  const asked = profileQuery(serviceId, profileId);
  const query = useQuery(asked);
  const profile = query.data?.profile;
  useTitle(profile?.value.name ?? 'Profile', 'Live transcoding');
  return (
    <ItemPage
      serviceId={serviceId}
      what="profile"
      name={profile?.value.name}
      error={query.error}
      onRetry={() => void query.refetch()}
    >
      {profile && (
        <Stack gap="md">
          <ProfileForm key={profile.id} serviceId={serviceId} profile={profile} />
          <UsedBy serviceId={serviceId} what="profile" usedBy={profile.usedBy} />
          <DeleteItem
            serviceId={serviceId}
            what="profile"
            name={profile.value.name}
            usedBy={profile.usedBy}
            onDelete={() => call(transcodingRoutes.deleteLiveProfile, { params: { serviceId, profileId } })}
            onGone={() => client.removeQueries({ queryKey: asked.queryKey })}
          />
        </Stack>
      )}
    </ItemPage>
  );
}
