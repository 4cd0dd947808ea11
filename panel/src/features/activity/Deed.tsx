import type { Activity } from '@headwater/contract/activity/schema';
import { useServiceId } from '../../lib/current-service.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { actionWords } from './action-words.ts';

type Name = { activity: Activity; name: string };

/** The thing's name, leading to it where it has a page and may still be there. */
function ObjectName({ activity: { action, object, serviceId }, name }: Name) {
  const here = String(useServiceId());
  const { type, id } = object;
  if (type === 'zone' && serviceId !== null) {
    const params = { serviceId: String(serviceId), zoneId: id };
    return (
      <AnchorLink to="/$serviceId/zones/http/pull/$zoneId" params={params} inherit fw={550}>
        {name}
      </AnchorLink>
    );
  }
  if (type === 'service') {
    return (
      <AnchorLink to="/home/my-services/$id" params={{ id }} inherit fw={550}>
        {name}
      </AnchorLink>
    );
  }
  if (type === 'api-key') {
    return (
      <AnchorLink to="/$serviceId/account/api" params={{ serviceId: here }} search={{ key: id }} inherit fw={550}>
        {name}
      </AnchorLink>
    );
  }
  if (type === 'contact' && action !== 'contact.removed') {
    return (
      <AnchorLink to="/home/contacts/$contactId" params={{ contactId: id }} inherit fw={550}>
        {name}
      </AnchorLink>
    );
  }
  return name;
}

/** What was done, in words: «changed zone Riverside site». */
export function Deed({ activity }: { activity: Activity }) {
  const { deed, name } = actionWords(activity);
  return (
    <span className="clip" title={[deed, name].filter(Boolean).join(' ')}>
      {deed} {name !== null && <ObjectName activity={activity} name={name} />}
    </span>
  );
}
