import { streamMessages } from '@headwater/contract/streams/messages';
import { type StreamSettingName, StreamSettings } from '@headwater/contract/streams/settings';
import { problemsIn } from '../../../lib/form-check.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';

type Begun<Value> = { value: Value; version: number };

type Options<Name extends StreamSettingName, Answer> = Begun<StreamSettings[Name]> & {
  name: Name;
  send: (value: StreamSettings[Name], version: number) => Promise<Answer>;
  onSuccess: (answer: Answer) => void;
  /** What the form goes on from once it is saved. */
  saved: (answer: Answer) => Begun<StreamSettings[Name]>;
};

/** What keeps a setting from being saved, by the path in the request. */
export const settingProblems = <Name extends StreamSettingName>(name: Name, value: StreamSettings[Name]) =>
  problemsIn(`settings.${name}`, StreamSettings.shape[name], value);

/** The form of one setting, of a stream or as a default: its fields are named as in the request. */
export function useSettingForm<Name extends StreamSettingName, Answer>(options: Options<Name, Answer>) {
  const { name, value, version, send, onSuccess, saved } = options;
  const valuesOf = (one: StreamSettings[Name]) => ({ settings: { [name]: one } as Record<Name, StreamSettings[Name]> });
  const begin = (begun: Begun<StreamSettings[Name]>) => ({ values: valuesOf(begun.value), version: begun.version });
  const { form, startFrom, ...rest } = useCallForm({
    initialValues: valuesOf(value),
    version,
    check: ({ settings }) => settingProblems(name, settings[name]),
    send: ({ settings }, from) => send(settings[name], Number(from)),
    saved: (answer) => begin(saved(answer)),
    onSuccess,
    failed: name === 'ipaccess' ? streamMessages.ipAccessFailed : 'The setting could not be saved. Try again.',
  });
  const prefix = `settings.${name}.`;
  const errors = Object.entries(form.errors).flatMap(([path, words]) =>
    path.startsWith(prefix) ? [[path.slice(prefix.length), String(words)] as const] : [],
  );
  return {
    ...rest,
    value: form.values.settings[name],
    setValue: (next: StreamSettings[Name]) => form.setValues(valuesOf(next)),
    errors: Object.fromEntries(errors) as Record<string, string>,
    /** Whether it could be saved as it stands; marks what is wrong. */
    isSound: () => !form.validate().hasErrors,
    startFrom: (begun: Begun<StreamSettings[Name]>) => startFrom(begin(begun)),
  };
}
