import type { ApiKey } from '@headwater/contract/api-keys/schema';
import type { Service } from '@headwater/contract/services/schema';
import { Facts } from '../../ui/Facts.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { Ago, DateTime } from '../../ui/Time.tsx';
import { keyStates, permissionWords, serviceWords } from './key-words.ts';

/** Everything that is known of a key; its token is not. */
export function KeyFacts({ apiKey, services }: { apiKey: ApiKey; services: readonly Service[] }) {
  const { state, start, addresses, expiresAt, createdBy, createdAt, lastUsedAt, lastUsedFrom } = apiKey;
  return (
    <Facts
      facts={[
        { label: 'State', value: <StateDot {...keyStates[state]} /> },
        { label: 'Begins with', value: <span className="mono">{start}…</span> },
        { label: 'May', value: permissionWords(apiKey).join(', ') },
        {
          label: 'Services',
          value: serviceWords(apiKey, services)?.join(', ') ?? 'All of the account, those to come as well',
        },
        {
          label: 'From',
          value: addresses === null ? 'Any address' : <span className="mono">{addresses.join(', ')}</span>,
        },
        { label: 'Expires', value: expiresAt === null ? 'Never' : <DateTime iso={expiresAt} /> },
        {
          label: 'Created',
          value: (
            <>
              <DateTime iso={createdAt} /> by {createdBy}
            </>
          ),
        },
        {
          label: 'Last used',
          value:
            lastUsedAt === null ? (
              'Never'
            ) : (
              <>
                <Ago iso={lastUsedAt} />
                {lastUsedFrom && (
                  <>
                    {' '}
                    from <span className="mono">{lastUsedFrom}</span>
                  </>
                )}
              </>
            ),
        },
      ]}
    />
  );
}
