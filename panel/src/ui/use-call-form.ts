import type { ErrorCode } from '@headwater/contract/lib/errors';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError, fieldErrorsOf, wordsOf } from '../lib/call-error.ts';
import { useFocusWrong } from './use-focus-wrong.ts';

/** What a form began from: for a thing that others edit as well, its revision. */
type Version = number | string | undefined;
type Begun<Values> = { values: Values; version: Version };

type Options<Values, Answer> = {
  initialValues: Values;
  /** Another one says that the thing changed elsewhere: the form shows it, unless something is being typed over it. */
  version?: Version;
  /** What keeps the values from being sent, by field. */
  check: (values: Values) => Record<string, string>;
  send: (values: Values, version: Version) => Promise<Answer>;
  onSuccess: (answer: Answer, values: Values) => void;
  /** What a form that stays begins from once it is saved. */
  saved?: (answer: Answer) => Begun<Values>;
  /** What is said of a failure that has no words of its own. */
  failed: string;
  /** Codes that are about one field, for answers that name no field. */
  fieldOf?: Partial<Record<ErrorCode, string>>;
};

/** A form whose values go to one route. Refusals stand on the fields they concern, and the first of them has the focus. */
export function useCallForm<Values extends Record<string, unknown>, Answer>(options: Options<Values, Answer>) {
  const { initialValues, check, send, onSuccess, saved, failed, fieldOf = {} } = options;
  const [ref, focusWrong] = useFocusWrong();
  const [version, setVersion] = useState(options.version);
  const form = useForm<Values>({ mode: 'controlled', initialValues, validate: check });
  const sending = useMutation({
    mutationFn: (values: Values) => send(values, version),
    onSuccess: (answer, values) => {
      if (saved) {
        const next = saved(answer);
        // What was typed while the answer was on its way is not saved, and stands.
        const typed = JSON.stringify(form.getValues()) !== JSON.stringify(values);
        startFrom(typed ? { ...next, typed: form.getValues() } : next);
      }
      onSuccess(answer, values);
    },
    onError: (error) => {
      const field = error instanceof CallError ? fieldOf[error.code as ErrorCode] : undefined;
      form.setErrors({ ...(field && { [field]: error.message }), ...fieldErrorsOf(error) });
      focusWrong();
    },
  });
  const startFrom = ({ values, version: next, typed = values }: Begun<Values> & { typed?: Values }) => {
    setVersion(next);
    form.setInitialValues(values);
    form.setValues(typed);
    form.clearErrors();
    sending.reset();
  };
  const isDirty = form.isDirty();
  useEffect(() => {
    if (options.version === version || isDirty || sending.isPending) return;
    startFrom({ values: initialValues, version: options.version });
  });
  const stale = sending.error instanceof CallError && sending.error.code === 'stale';
  return {
    form,
    /** For the form element. */
    formProps: { ref, onSubmit: form.onSubmit((values) => sending.mutate(values), focusWrong), noValidate: true },
    isDirty,
    busy: sending.isPending,
    error: sending.error,
    /** Somebody else saved the thing in the meantime. */
    stale,
    /** Why it was refused, where no field says so. */
    problem: sending.error && !stale && Object.keys(form.errors).length === 0 ? wordsOf(sending.error, failed) : null,
    startFrom,
    /** Back to how it began. */
    clear: () => {
      form.reset();
      sending.reset();
    },
  };
}
