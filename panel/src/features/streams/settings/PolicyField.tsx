import type { Policy } from '@headwater/contract/access/schema';
import { Radio, Stack } from '@mantine/core';

type Props = {
  label: string;
  value: Policy;
  onChange: (policy: Policy) => void;
  /** What each choice does: `Only the countries below can watch`. */
  allow: string;
  block: string;
  readOnly: boolean;
};

/** Whether a list lets in or keeps out, in words. */
export function PolicyField({ label, value, onChange, allow, block, readOnly }: Props) {
  return (
    <Radio.Group label={label} value={value} onChange={(next) => onChange(next as Policy)} disabled={readOnly}>
      <Stack gap="xs" mt={6}>
        <Radio value="allow" label={allow} />
        <Radio value="block" label={block} />
      </Stack>
    </Radio.Group>
  );
}
