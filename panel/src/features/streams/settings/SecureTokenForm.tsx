import { Checkbox, Stack } from '@mantine/core';
import type { SettingFormProps } from './form-props.ts';
import { LinkSamples } from './LinkSamples.tsx';
import { outcomeOf } from './outcome.ts';
import { SecretsField } from './SecretsField.tsx';
import { SettingSwitch } from './SettingSwitch.tsx';
import { newSecret } from './secret.ts';
import { TestLink } from './TestLink.tsx';

/** Links that are signed, and good for a while. */
export function SecureTokenForm({ value, onChange, errors, readOnly, stream }: SettingFormProps<'securetoken'>) {
  const turn = (enabled: boolean) => {
    // Nobody has to think of a secret, and nobody is shut out by having none.
    const secrets = enabled && value.secrets.length === 0 ? [newSecret()] : value.secrets;
    onChange({ ...value, enabled, secrets });
  };
  const saved = stream?.settings.securetoken;
  return (
    <Stack gap="md">
      <SettingSwitch
        label="Ask for signed links"
        checked={value.enabled}
        onChange={turn}
        readOnly={readOnly}
        error={errors.enabled}
        outcome={outcomeOf('securetoken', value)}
      >
        {!readOnly && (
          <SecretsField value={value.secrets} onChange={(secrets) => onChange({ ...value, secrets })} errors={errors} />
        )}
        <Checkbox
          label="Bind links to the visitor's address"
          description="A link that is passed on is of no use elsewhere. Visitors whose address changes, as phones' do, need a new one."
          checked={value.bindIp}
          disabled={readOnly}
          onChange={(event) => onChange({ ...value, bindIp: event.currentTarget.checked })}
        />
        {!readOnly && <LinkSamples stream={stream} bindIp={value.bindIp} />}
        {stream && <TestLink stream={stream} dirty={JSON.stringify(saved) !== JSON.stringify(value)} />}
      </SettingSwitch>
    </Stack>
  );
}
