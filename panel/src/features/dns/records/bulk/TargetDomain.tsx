import type { DnsDomain } from '@headwater/contract/dns/domain';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { domainsQuery } from '../../domain-queries.ts';

type Props = {
  source: DnsDomain;
  value: DnsDomain | null;
  onChange: (domain: DnsDomain | null) => void;
  error: ReactNode;
};

const rows = 20;

/** Another domain of the service, found by a part of its name. */
export function TargetDomain({ source, value, onChange, error }: Props) {
  const [text, setText] = useState('');
  const [searchTerm] = useDebouncedValue(text, 500);
  const asked = searchTerm === value?.domain ? '' : searchTerm.trim();
  const domains = useQuery({
    ...domainsQuery(source.serviceId, { rows, ...(asked && { searchTerm: asked }) }),
    placeholderData: keepPreviousData,
  });
  const found = (domains.data?.domains ?? []).filter(({ id }) => id !== source.id);
  const offered = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;
  return (
    <Select
      label="Target domain"
      placeholder="Search your domains"
      searchable
      clearable
      openOnFocus={false}
      data-autofocus
      nothingFoundMessage={domains.isPending ? 'Loading …' : 'This service has no other domain like this'}
      data={offered.map(({ id, domain }) => ({ value: id, label: domain }))}
      filter={({ options }) => options}
      value={value?.id ?? null}
      onChange={(id) => onChange(offered.find((domain) => domain.id === id) ?? null)}
      searchValue={text}
      onSearchChange={setText}
      error={error}
    />
  );
}
