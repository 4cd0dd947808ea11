import { AgentPattern } from '@headwater/contract/access/schema';
import type { StreamSettings } from '@headwater/contract/streams/settings';
import { Anchor, Checkbox, Stack } from '@mantine/core';
import { asPart, exactPatterns, matchAgent } from './agent-match.ts';
import { EntriesField } from './EntriesField.tsx';
import { ExactPatterns } from './ExactPatterns.tsx';
import type { SettingFormProps } from './form-props.ts';
import { listError } from './list-error.ts';
import { outcomeOf } from './outcome.ts';
import { PolicyField } from './PolicyField.tsx';
import { SettingSwitch } from './SettingSwitch.tsx';
import { TryField, type Verdict } from './TryField.tsx';

function judge({ policy, list, caseSensitive }: StreamSettings['useragent'], agent: string): Verdict {
  const by = matchAgent(agent, list, caseSensitive);
  const part = exactPatterns(list).find((pattern) => matchAgent(agent, [asPart(pattern)], caseSensitive));
  const unfit = part === undefined ? 'no pattern fits' : `${part} is only a part of it`;
  return { allowed: (by !== null) === (policy === 'allow'), why: by === null ? unfit : `${by} fits` };
}

/** Which players and programs may fetch. */
export function UserAgentForm({ value, onChange, errors, readOnly }: SettingFormProps<'useragent'>) {
  return (
    <Stack gap="md">
      <SettingSwitch
        label="Limit to user agents"
        checked={value.enabled}
        onChange={(enabled) => onChange({ ...value, enabled })}
        readOnly={readOnly}
        error={errors.enabled}
        outcome={outcomeOf('useragent', value)}
      >
        <PolicyField
          label="User agents"
          value={value.policy}
          onChange={(policy) => onChange({ ...value, policy })}
          allow="Only those that fit a pattern below are let in"
          block="All except those that fit a pattern below are let in"
          readOnly={readOnly}
        />
        <EntriesField
          label={value.policy === 'allow' ? 'Allowed patterns' : 'Blocked patterns'}
          description="* stands for any run of characters, and the whole user agent must fit. Paste one a line."
          placeholder="*VLC*"
          what="pattern"
          value={value.list}
          onChange={(list) => onChange({ ...value, list })}
          item={AgentPattern}
          by="line"
          error={listError(errors, 'list', value.list)}
          readOnly={readOnly}
          Hint={ExactPatterns}
        />
        <Checkbox
          label="Capital and small letters differ"
          checked={value.caseSensitive}
          disabled={readOnly}
          onChange={(event) => onChange({ ...value, caseSensitive: event.currentTarget.checked })}
        />
        <TryField
          label="Try a user agent"
          placeholder="VLC/3.0.20 LibVLC/3.0.20"
          unclear=""
          judge={(text) => judge(value, text)}
          aside={(set) => (
            <Anchor component="button" type="button" size="sm" onClick={() => set(navigator.userAgent)}>
              Try this browser
            </Anchor>
          )}
        />
      </SettingSwitch>
    </Stack>
  );
}
