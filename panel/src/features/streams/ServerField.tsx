import type { StreamType } from '@headwater/contract/streams/schema';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { serversQuery } from './stream-queries.ts';

type Props = {
  serviceId: number;
  type: StreamType;
  value: string;
  onChange: (serverId: string) => void;
  error?: ReactNode;
};

/** Which live server carries a stream. */
export function ServerField({ serviceId, type, value, onChange, error }: Props) {
  const query = useQuery(serversQuery(serviceId, type));
  const servers = query.data?.servers ?? [];
  const none = query.data && servers.length === 0 ? 'There is no live server yet.' : undefined;
  return (
    <NativeSelect
      label="Server"
      description={query.error ? 'The servers could not be loaded; the least busy one is taken.' : none}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'The least busy one' },
        ...servers.map(({ id, name, state, streams }) => ({
          value: id,
          label: `${name} · ${state === 'away' ? 'away' : `${streams} stream${streams === 1 ? '' : 's'}`}`,
          disabled: state === 'away',
        })),
      ]}
    />
  );
}
