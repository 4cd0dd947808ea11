import { CallError } from '../../lib/call-error.ts';

const fieldOfCode: Partial<Record<CallError['code'], string>> = {
  alias_taken: 'zone',
  origin_unresolvable: 'origin',
  origin_private: 'origin',
};

/** Codes that are about one field of the form, for answers that name no field. */
export function codeErrorsOf(error: unknown): Record<string, string> {
  const field = error instanceof CallError ? fieldOfCode[error.code] : undefined;
  return field === undefined ? {} : { [field]: (error as CallError).message };
}
