import { Network } from '@headwater/contract/access/schema';
import { Stack } from '@mantine/core';
import { CountriesField } from './CountriesField.tsx';
import { EntriesField } from './EntriesField.tsx';
import type { SettingFormProps } from './form-props.ts';
import { listError } from './list-error.ts';
import { outcomeOf } from './outcome.ts';
import { PolicyField } from './PolicyField.tsx';
import { SettingSwitch } from './SettingSwitch.tsx';

/** From which countries it can be watched. */
export function GeoBlockForm({ value, onChange, errors, readOnly }: SettingFormProps<'geoblock'>) {
  return (
    <Stack gap="md">
      <SettingSwitch
        label="Limit to countries"
        checked={value.enabled}
        onChange={(enabled) => onChange({ ...value, enabled })}
        readOnly={readOnly}
        error={errors.enabled}
        outcome={outcomeOf('geoblock', value)}
      >
        <PolicyField
          label="Visitors"
          value={value.policy}
          onChange={(policy) => onChange({ ...value, policy })}
          allow="Only those from the countries below can watch"
          block="Everybody except those from the countries below can watch"
          readOnly={readOnly}
        />
        <CountriesField
          label={value.policy === 'allow' ? 'Allowed countries' : 'Blocked countries'}
          value={value.list}
          onChange={(list) => onChange({ ...value, list })}
          error={listError(errors, 'list', value.list)}
          readOnly={readOnly}
        />
        <EntriesField
          label="Always let in"
          description="Addresses and networks that may watch whatever their country, such as your office."
          placeholder="203.0.113.0/24"
          what="address"
          value={value.exceptIps}
          onChange={(exceptIps) => onChange({ ...value, exceptIps })}
          item={Network}
          by="any"
          error={listError(errors, 'exceptIps', value.exceptIps)}
          readOnly={readOnly}
        />
      </SettingSwitch>
    </Stack>
  );
}
