import type { DnsDomain } from '@headwater/contract/dns/domain';
import { toUnicode } from '@headwater/contract/dns/unicode';
import { Button, Combobox, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSelector } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import classes from './DomainPicker.module.css';
import type { DnsSearch } from './dns-search.ts';
import { domainsQuery, usualRows } from './domain-queries.ts';

type Props = { serviceId: number; domain: DnsDomain | undefined };

/** As wherever the panel searches. */
const debounceMs = 500;

/** Says which domain is worked on, and leads to another one of the service; the tab stays. */
export function DomainPicker({ serviceId, domain }: Props) {
  const { tab } = useSearch({ strict: false }) as DnsSearch;
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), debounceMs);
  const box = useCombobox({
    onDropdownOpen: () => box.focusSearchInput(),
    onDropdownClose: () => {
      box.focusTarget();
      setText('');
    },
  });
  const { data } = useQuery({
    ...domainsQuery(serviceId, wanted === '' ? {} : { searchTerm: wanted }),
    placeholderData: keepPreviousData,
    enabled: box.dropdownOpened,
  });
  const open = (id: string) => {
    box.closeDropdown();
    if (id === domain?.id) return;
    const params = { serviceId: String(serviceId) };
    void navigate({ to: '/$serviceId/dns', params, search: { domain: id, ...(tab && { tab }) } });
  };
  const more = (data?.total ?? 0) - usualRows;
  return (
    <Combobox store={box} width={340} position="bottom-end" onOptionSubmit={open} withinPortal={false}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <Button
          variant="default"
          rightSection={<IconSelector size={14} />}
          aria-haspopup="listbox"
          aria-expanded={box.dropdownOpened}
          onClick={() => box.toggleDropdown()}
        >
          Switch domain
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            box.resetSelectedOption();
          }}
          placeholder="Find a domain"
          aria-label="Find a domain"
        />
        <Combobox.Options mah={320} className={classes.options} aria-label="Domains">
          {data?.domains.map(({ id, domain: name, preferred, stats }) => (
            <Combobox.Option key={id} value={id} active={id === domain?.id} className={classes.option}>
              <span className={`mono ${classes.name}`}>{toUnicode(name)}</span>
              <span className={classes.detail}>
                {toUnicode(name) !== name && `${name} · `}
                {preferred && 'Preferred · '}
                {formatCount(stats.records)} {stats.records === 1 ? 'record' : 'records'}
              </span>
            </Combobox.Option>
          ))}
          {data?.domains.length === 0 && <Combobox.Empty>No domain matches</Combobox.Empty>}
        </Combobox.Options>
        {more > 0 && (
          <Combobox.Footer className={classes.detail}>{formatCount(more)} more: type to find them</Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
