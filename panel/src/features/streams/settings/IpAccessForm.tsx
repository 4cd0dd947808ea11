import { Network } from '@headwater/contract/access/schema';
import type { StreamSettings } from '@headwater/contract/streams/settings';
import { Radio, Stack } from '@mantine/core';
import { matchAddress } from './address-match.ts';
import { EntriesField } from './EntriesField.tsx';
import type { SettingFormProps } from './form-props.ts';
import { listError } from './list-error.ts';
import { outcomeOf } from './outcome.ts';
import { PolicyField } from './PolicyField.tsx';
import { SettingSwitch } from './SettingSwitch.tsx';
import { TryField, type Verdict } from './TryField.tsx';

type Value = StreamSettings['ipaccess'];

function judge({ policy, list }: Value, text: string): Verdict {
  const match = matchAddress(text, list);
  if (match === null) return null;
  const named = match.by !== null;
  return { allowed: named === (policy === 'allow'), why: named ? `named by ${match.by}` : 'named by no entry' };
}

/** From which addresses it can be watched or published. */
export function IpAccessForm({ value, onChange, errors, readOnly }: SettingFormProps<'ipaccess'>) {
  return (
    <Stack gap="md">
      <SettingSwitch
        label="Limit to addresses"
        checked={value.enabled}
        onChange={(enabled) => onChange({ ...value, enabled })}
        readOnly={readOnly}
        error={errors.enabled}
        outcome={outcomeOf('ipaccess', value)}
      >
        <Radio.Group
          label="Applies to"
          value={value.appliesTo}
          onChange={(next) => onChange({ ...value, appliesTo: next as Value['appliesTo'] })}
          disabled={readOnly}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="playback" label="Viewers" />
            <Radio value="publish" label="Publishers" />
            <Radio value="both" label="Viewers and publishers" />
          </Stack>
        </Radio.Group>
        <PolicyField
          label="Addresses"
          value={value.policy}
          onChange={(policy) => onChange({ ...value, policy })}
          allow="Only those below are let in"
          block="All except those below are let in"
          readOnly={readOnly}
        />
        <EntriesField
          label={value.policy === 'allow' ? 'Allowed addresses' : 'Blocked addresses'}
          description="IPv4 or IPv6, single or as networks such as 203.0.113.0/24. Paste as many as you like."
          placeholder="203.0.113.7"
          what="address"
          value={value.list}
          onChange={(list) => onChange({ ...value, list })}
          item={Network}
          by="any"
          error={listError(errors, 'list', value.list)}
          readOnly={readOnly}
        />
        <TryField
          label="Try an address"
          placeholder="203.0.113.7"
          unclear="This is no address."
          judge={(text) => judge(value, text)}
        />
      </SettingSwitch>
    </Stack>
  );
}
