import type { Profile } from '@headwater/contract/transcoding/profile';
import { Group, NumberInput, Radio, Stack } from '@mantine/core';
import { asNumber } from '../settings/form-props.ts';
import { topKbps } from './profile-words.ts';

type Rate = Profile['rate'];
type Props = {
  value: Profile['rate'];
  onChange: (rate: Rate) => void;
  errorOf: (field: string) => string | undefined;
  readOnly: boolean;
};

const usualCrf = 23;

/** A steady bitrate, or a steady quality below a bitrate. */
export function RateField({ value, onChange, errorOf, readOnly }: Props) {
  const change = (mode: string) => {
    const kbps = topKbps({ rate: value });
    onChange(mode === 'bitrate' ? { mode, kbps } : { mode: 'crf', crf: usualCrf, maxKbps: kbps });
  };
  const figure = { allowDecimal: false, allowNegative: false, thousandSeparator: ',', readOnly, w: 200 };
  return (
    <Stack gap="sm">
      <Radio.Group label="Bitrate" value={value.mode} onChange={change} disabled={readOnly}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="bitrate"
            label="Steady bitrate"
            description="Lines are filled evenly; hard scenes look coarser."
          />
          <Radio
            value="crf"
            label="Steady quality (CRF)"
            description="Calm scenes take less than the most that is allowed."
          />
        </Stack>
      </Radio.Group>
      {value.mode === 'bitrate' ? (
        <NumberInput
          label="Kbit/s"
          step={100}
          {...figure}
          value={value.kbps}
          onChange={(kbps) => onChange({ ...value, kbps: asNumber(kbps) })}
          error={errorOf('rate.kbps')}
        />
      ) : (
        <Group gap="md" align="flex-start">
          <NumberInput
            label="Quality, 15 to 40"
            description="Lower is better."
            {...figure}
            value={value.crf}
            onChange={(crf) => onChange({ ...value, crf: asNumber(crf) })}
            error={errorOf('rate.crf')}
          />
          <NumberInput
            label="At most, kbit/s"
            description="Never exceeded."
            step={100}
            {...figure}
            value={value.maxKbps}
            onChange={(maxKbps) => onChange({ ...value, maxKbps: asNumber(maxKbps) })}
            error={errorOf('rate.maxKbps')}
          />
        </Group>
      )}
    </Stack>
  );
}
