import type { Service } from '@headwater/contract/services/schema';
import { useNow } from '../../lib/use-now.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { DateTime } from '../../ui/Time.tsx';
import { ServiceState } from './ServiceState.tsx';
import { trialWords } from './trial-words.ts';

/** What a service is, in one table. */
export function ServiceFacts({ service }: { service: Service | undefined }) {
  const now = useNow();
  const trial = service && trialWords(service.trialEndsAt, now);
  return (
    <Facts
      facts={[
        { label: 'Status', value: service && <ServiceState service={service} wrap /> },
        { label: 'Product', value: service?.product },
        { label: 'Domain', value: service && <Copyable value={service.domain} what="domain" whole /> },
        { label: 'Service id', value: service && <Copyable value={String(service.id)} what="service id" /> },
        { label: 'Created', value: service && <DateTime iso={service.createdAt} /> },
        ...(service?.trialEndsAt
          ? [
              {
                label: 'Trial end',
                value: (
                  <>
                    <DateTime iso={service.trialEndsAt} /> · {trial}
                  </>
                ),
              },
            ]
          : []),
        { label: 'CDN-Plus', value: service && (service.isCDNPlus ? 'Yes: HTTP zones and DNS only' : 'No') },
      ]}
    />
  );
}
