import type { Permission } from '@headwater/contract/lib/permissions';
import { Checkbox, Input } from '@mantine/core';
import { useId } from 'react';
import type { PermissionGroup } from '../lib/feature.ts';
import { Fieldset } from './Fieldset.tsx';
import classes from './PermissionPicker.module.css';
import { Refusable } from './Refusable.tsx';

type Props = {
  groups: readonly PermissionGroup[];
  value: readonly Permission[];
  onChange: (value: Permission[]) => void;
  /** Who chooses can give only what they hold. */
  held: readonly Permission[];
  /** Why a permission that is held cannot be given here; null where it can. */
  refusal?: (name: Permission) => string | null;
  error?: string | undefined;
  disabled?: boolean;
};

const notHeld = 'You do not hold this permission yourself.';

/** Who may manage an area looks at it as well; the other way round nothing follows. */
function withView(name: Permission, held: readonly Permission[]): Permission[] {
  const view = name.replace(/\.manage$/, '.view') as Permission;
  return held.includes(view) ? [...new Set([view, name])] : [name];
}

/** Permissions by area, as the features name them. */
export function PermissionPicker({ groups, value, onChange, held, refusal, error, disabled = false }: Props) {
  const errorId = useId();
  const reasonFor = (name: Permission) => (held.includes(name) ? (refusal?.(name) ?? null) : notHeld);
  const toggle = (name: Permission, on: boolean) =>
    onChange(on ? [...new Set([...value, ...withView(name, held)])] : value.filter((one) => one !== name));
  return (
    <Fieldset legend="Permissions" {...(error && { 'aria-describedby': errorId })}>
      <div className={classes.groups}>
        {groups.map(({ label, permissions }) => (
          <fieldset key={label} className={classes.group}>
            <legend className={classes.legend}>{label}</legend>
            {permissions.map(({ name, label: words, description }) => (
              <Refusable key={name} reason={reasonFor(name)}>
                <Checkbox
                  size="xs"
                  label={words}
                  description={description}
                  checked={value.includes(name)}
                  disabled={disabled}
                  {...(error && { 'aria-invalid': true })}
                  onChange={(event) => reasonFor(name) === null && toggle(name, event.currentTarget.checked)}
                />
              </Refusable>
            ))}
          </fieldset>
        ))}
      </div>
      {error && (
        <Input.Error id={errorId} mt={6}>
          {error}
        </Input.Error>
      )}
    </Fieldset>
  );
}
