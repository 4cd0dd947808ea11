import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

type Props = { label: string; placeholder: string; value: string; onSearch: (text: string) => void };

/** How long typing must pause before it is searched for. */
const debounceMs = 500;

/** A search that begins when typing pauses, or at once on Enter. */
export function SearchField({ label, placeholder, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address may change without typing: back, forward, a cleared search.
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (wanted: string, delayMs: number) => {
    setText(wanted);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(wanted.trim()), delayMs);
  };
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      type="search"
      size="xs"
      w={280}
      maw="100%"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="xs" aria-label="Clear the search" onClick={() => search('', 0)} />
      }
      value={text}
      onChange={(event) => search(event.currentTarget.value, debounceMs)}
      onKeyDown={(event) => event.key === 'Enter' && search(text, 0)}
    />
  );
}
