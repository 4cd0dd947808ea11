import { readIpv4, readIpv6 } from '@headwater/contract/dns/addresses';
import { Anchor, Text } from '@mantine/core';
import type { RecordValues } from './record-form.ts';

type Props = { values: RecordValues; onType: (type: 'A' | 'AAAA') => void };

/** An address of the other kind was typed: one press makes the record one of that kind. */
export function AddressSwitch({ values: { type, record }, onType }: Props) {
  const address = record.trim();
  const fits = type === 'A' && readIpv6(address) ? 'AAAA' : type === 'AAAA' && readIpv4(address) ? 'A' : null;
  if (fits === null) return null;
  return (
    <Text size="sm" role="status" mt="calc(-1 * var(--mantine-spacing-xs))">
      <Anchor component="button" type="button" size="sm" onClick={() => onType(fits)}>
        Make it {fits === 'A' ? 'an A' : 'an AAAA'} record
      </Anchor>
    </Text>
  );
}
