import { FiltersPanel } from './FiltersPanel.tsx';
import { ProfilesPanel } from './ProfilesPanel.tsx';

/** What a service transcodes with. */
export default function TranscodingLists({ serviceId }: { serviceId: number }) {
  return (
    <>
      <ProfilesPanel serviceId={serviceId} />
      <FiltersPanel serviceId={serviceId} />
    </>
  );
}
