import { z } from 'zod';

/** Every code an answer may carry, with the HTTP status it stands for. Codes are stable: clients may rely on them. */
export const errorStatus = {
  invalid_input: 400,
  malformed_json: 400,
  key_expired: 400,
  expired_token: 401,
  invalid_credentials: 401,
  invalid_key: 401,
  code_required: 401,
  invalid_code: 401,
  forbidden: 403,
  cdn_plus: 403,
  email_unverified: 403,
  step_up_required: 403,
  not_found: 404,
  no_services: 404,
  conflict: 409,
  domain_taken: 409,
  ds_published: 409,
  ds_unknown: 409,
  nothing_to_undo: 409,
  record_changed: 409,
  alias_taken: 409,
  email_taken: 409,
  idempotency_conflict: 409,
  idempotency_cut_off: 409,
  last_owner: 409,
  trial_used: 409,
  stale: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  not_held: 422,
  wrong_password: 422,
  not_delegated: 422,
  not_dynamic: 422,
  not_proxiable: 422,
  public_suffix: 422,
  record_refused: 422,
  zone_file_refused: 422,
  no_live_server: 422,
  not_an_image: 422,
  preview_failed: 422,
  source_private: 422,
  source_unresolvable: 422,
  origin_unresolvable: 422,
  origin_private: 422,
  service_inactive: 422,
  purge_foreign_host: 422,
  purge_bare_wildcard: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  preview_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export const ErrorCode = z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]);

/** A sentence about one field of the input; `field` is a path such as `origin` or `files.3`. */
export const FieldError = z.object({ field: z.string(), message: z.string() });

/** The body of every answer that is not a success. */
export const ErrorReply = z
  .object({
    result: z.literal('error'),
    message: z.string(),
    code: ErrorCode,
    requestId: z.string(),
    errors: z.array(FieldError).optional(),
  })
  .meta({ id: 'Error' });
export type ErrorReply = z.infer<typeof ErrorReply>;
