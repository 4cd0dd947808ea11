import type { DefaultMode } from '@headwater/contract/streams/settings';
import { Radio, Stack } from '@mantine/core';

type Props = {
  value: DefaultMode;
  onChange: (mode: DefaultMode) => void;
  /** What becomes of its entries, where it has some: `These addresses are added to those of every stream`. */
  entries: string | null;
};

/** What saving a default does to the streams that are there. */
export function ModeField({ value, onChange, entries }: Props) {
  return (
    <Radio.Group
      label="What happens to streams that exist already"
      value={value}
      onChange={(next) => onChange(next as DefaultMode)}
    >
      <Stack gap="xs" mt={6}>
        <Radio value="save" label="Save" description="They stay as they are; new streams begin with this." />
        <Radio
          value="append"
          label="Append"
          description={
            entries === null
              ? 'Where the setting is off, it is turned on as it stands here; streams that have it on keep theirs.'
              : `${entries}; where the setting is off, it is turned on as it stands here.`
          }
        />
        <Radio value="overwrite" label="Overwrite" description="Every stream gets exactly this, whatever it has now." />
      </Stack>
    </Radio.Group>
  );
}
