import { Input, MultiSelect } from '@mantine/core';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { type ClipboardEvent, useState } from 'react';
import { countries, countryName, readCountries } from './countries.ts';
import { listWords } from './list-words.ts';

type Props = {
  label: string;
  value: string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
  readOnly: boolean;
};

const data = countries.map(({ code, name }) => ({ value: code, label: name }));

/** Countries by name, searched for or pasted as names or codes. */
export function CountriesField({ label, value, onChange, error, readOnly }: Props) {
  const [unknown, setUnknown] = useState<string[]>([]);
  const [search, setSearch] = useState('');
  if (readOnly) {
    return (
      <div>
        <Input.Label component="div">{label}</Input.Label>
        <div>{value.length > 0 ? listWords(value.map(countryName), 250) : 'No country is listed.'}</div>
      </div>
    );
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = readCountries(event.clipboardData.getData('text'));
    // One word is a search that is pasted, unless it is a country as it stands.
    if (pasted.codes.length + pasted.unknown.length < 2 && pasted.codes.length === 0) return;
    event.preventDefault();
    setSearch('');
    setUnknown(pasted.unknown);
    onChange([...new Set([...value, ...pasted.codes])]);
  };
  const problems = [...(error === undefined ? [] : [error]), ...unknown.map((text) => `${text} is no country`)];
  return (
    <MultiSelect
      label={label}
      description="Search by name, or paste names or two-letter codes."
      placeholder={value.length === 0 ? 'Germany' : ''}
      data={data}
      value={value}
      onChange={(codes) => {
        setUnknown([]);
        onChange(codes);
      }}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      hidePickedOptions
      nothingFoundMessage="No country is called so"
      maxDropdownHeight={280}
      onPaste={paste}
      error={
        problems.length > 0 &&
        problems.map((words) => (
          <span key={words} style={{ display: 'block' }}>
            {words}
          </span>
        ))
      }
    />
  );
}
