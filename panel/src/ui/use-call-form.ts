import type { ErrorCode } from '@headwater/contract/lib/errors';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { CallError, fieldErrorsOf, wordsOf } from '../lib/call-error.ts';
import { useFocusWrong } from './use-focus-wrong.ts';

type Options<Values, Answer> = {
  initialValues: Values;
  /** What keeps the values from being sent, by field. */
  check: (values: Values) => Record<string, string>;
  send: (values: Values) => Promise<Answer>;
  onSuccess: (answer: Answer, values: Values) => void;
  /** What is said of a failure that has no words of its own. */
  failed: string;
  /** Codes that are about one field, for answers that name no field. */
  fieldOf?: Partial<Record<ErrorCode, string>>;
};

/** A form whose values go to one route. Refusals stand on the fields they concern, and the first of them has the focus. */
export function useCallForm<Values extends Record<string, unknown>, Answer>(options: Options<Values, Answer>) {
  const { initialValues, check, send, onSuccess, failed, fieldOf = {} } = options;
  const [ref, focusWrong] = useFocusWrong();
  const form = useForm<Values>({ mode: 'controlled', initialValues, validate: check });
  const sending = useMutation({
    mutationFn: send,
    onSuccess,
    onError: (error) => {
      const field = error instanceof CallError ? fieldOf[error.code as ErrorCode] : undefined;
      form.setErrors({ ...(field && { [field]: error.message }), ...fieldErrorsOf(error) });
      focusWrong();
    },
  });
  return {
    form,
    /** For the form element. */
    formProps: { ref, onSubmit: form.onSubmit((values) => sending.mutate(values), focusWrong), noValidate: true },
    busy: sending.isPending,
    error: sending.error,
    /** Why it was refused, where no field says so. */
    problem: sending.error && Object.keys(form.errors).length === 0 ? wordsOf(sending.error, failed) : null,
    /** Back to how it began. */
    clear: () => {
      form.reset();
      sending.reset();
    },
  };
}
