import { HostPattern, type Policy } from '@headwater/contract/access/schema';
import { Radio, Stack } from '@mantine/core';
import { EntriesField } from './EntriesField.tsx';
import type { SettingFormProps } from './form-props.ts';
import { listError } from './list-error.ts';
import { outcomeOf } from './outcome.ts';
import { PolicyField } from './PolicyField.tsx';
import { SettingSwitch } from './SettingSwitch.tsx';

/** Which web sites may embed. */
export function DomainLockForm({ value, onChange, errors, readOnly }: SettingFormProps<'domainlock'>) {
  return (
    <Stack gap="md">
      <SettingSwitch
        label="Lock to web sites"
        checked={value.enabled}
        onChange={(enabled) => onChange({ ...value, enabled })}
        readOnly={readOnly}
        error={errors.enabled}
        outcome={outcomeOf('domainlock', value)}
      >
        <PolicyField
          label="Sites"
          value={value.policy}
          onChange={(policy) => onChange({ ...value, policy })}
          allow="Only the sites below can embed it"
          block="Every site except those below can embed it"
          readOnly={readOnly}
        />
        <EntriesField
          label={value.policy === 'allow' ? 'Allowed sites' : 'Blocked sites'}
          description="Host names; *.example.com stands for every name below example.com. Paste as many as you like."
          placeholder="www.example.com"
          what="site"
          value={value.list}
          onChange={(list) => onChange({ ...value, list })}
          item={HostPattern}
          by="any"
          error={listError(errors, 'list', value.list)}
          readOnly={readOnly}
        />
        <Radio.Group
          label="Requests that name no site"
          description="Apps, set-top boxes and players outside browsers; some visitors' browsers hide the site as well."
          value={value.noReferrer}
          onChange={(next) => onChange({ ...value, noReferrer: next as Policy })}
          disabled={readOnly}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="allow" label="Are let in" />
            <Radio value="block" label="Are refused" />
          </Stack>
        </Radio.Group>
      </SettingSwitch>
    </Stack>
  );
}
