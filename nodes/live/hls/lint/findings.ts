/** An error breaks players or the format; a warning is what a good server avoids. */
export type Finding = { rule: string; severity: 'error' | 'warning'; line: number; message: string };

export const error = (rule: string, line: number, message: string): Finding => ({
  rule,
  severity: 'error',
  line,
  message,
});

export const warning = (rule: string, line: number, message: string): Finding => ({
  ...error(rule, line, message),
  severity: 'warning',
});
