import { absoluteName, readHost } from '@headwater/contract/dns/names';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './RecordForm.module.css';

type Props = { domain: string; value: string; error: ReactNode; onChange: (host: string) => void; onBlur: () => void };

/** The name of a record, with the whole name that it makes. */
export function HostField({ domain, value, error, onChange, onBlur }: Props) {
  const read = readHost(value, domain);
  return (
    <TextInput
      label="Name"
      description={
        <>
          The part before {domain}, such as www. Left empty or @, it is the domain itself; * is every other name.
          {read.ok && <span className={`mono ${classes.whole}`}>{absoluteName(read.name, domain)}</span>}
        </>
      }
      placeholder="@"
      classNames={{ input: 'mono' }}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}
