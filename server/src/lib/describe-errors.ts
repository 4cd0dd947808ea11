import { type ErrorCode, ErrorReply, errorStatus } from '@headwater/contract/lib/errors';
import { messages } from '@headwater/contract/lib/messages';
import { isPermission, type Route } from '@headwater/contract/lib/route';

/** A sentence for each code, as it may stand in an answer. */
const sentences: Record<ErrorCode, string> = {
  invalid_input: 'origin: Enter an address such as https://origin.example.com',
  malformed_json: 'The body is not valid JSON.',
  key_expired: 'This link was used already or has expired. Ask for a new one.',
  expired_token: messages.expiredToken,
  invalid_key: 'This API key was revoked, has expired or never was.',
  invalid_credentials: 'The e-mail address or the password is not right.',
  code_required: 'Enter the code from your authenticator app.',
  invalid_code: 'This code is not right. Enter the one that your app shows now.',
  forbidden: 'You do not have the permission zones.manage. Ask the main account holder.',
  email_unverified: 'Verify your e-mail address first.',
  step_up_required: 'Enter your password once more to do this.',
  cdn_plus: 'A CDN-Plus service has HTTP zones and DNS only.',
  not_found: 'Zone not found.',
  no_services: messages.noServices,
  conflict: 'This zone is deleted. Restore it first.',
  domain_taken: 'riverside.example cannot be added: it is in use here already.',
  ds_published: 'The parent zone still publishes a DS record of this domain. Remove it at your registrar first.',
  ds_unknown: 'The parent zone could not be asked whether it publishes a DS record of this domain. Try again later.',
  nothing_to_undo: 'There is no change that could be undone.',
  record_changed: 'Somebody else changed this record in the meantime.',
  alias_taken: 'The name riverside is taken. Choose another one.',
  email_taken: 'carl@riverside.example signs in to an account already.',
  idempotency_conflict: 'This Idempotency-Key was used for another request. Use a new one.',
  idempotency_cut_off:
    'The first request with this Idempotency-Key was cut off. Look whether it took effect, then use a new key.',
  last_owner: 'The main account holder cannot be removed.',
  trial_used: 'Your account has had a service already: a trial is for new accounts.',
  stale: 'Somebody else changed this in the meantime. Look at it again before you save.',
  body_too_large: 'The body is larger than this route accepts.',
  unsupported_media_type: 'Send the body as application/json.',
  range_not_satisfiable: 'There is nothing at this range.',
  not_held: 'You cannot grant zones.manage: you do not hold it yourself.',
  wrong_password: 'The current password is not right.',
  not_delegated: 'The name servers of riverside.example were not seen to be ours yet.',
  not_dynamic: 'Only A and AAAA records can have a dynamic URL.',
  not_proxiable: 'Only A, AAAA and CNAME records can be proxied.',
  public_suffix: 'co.uk is a public suffix: nobody can own it.',
  record_refused: 'There is a CNAME record at www already: no other record can stand beside it.',
  zone_file_refused: 'The file has 100,000 lines: an import takes at most 20,000 records.',
  no_live_server: 'No live server is in service: a stream cannot be created now.',
  not_an_image: 'This file is neither a PNG nor a JPEG.',
  preview_failed: 'This image cannot be drawn: it is damaged. Upload it again, or choose another one.',
  preview_unavailable: 'Pictures cannot be drawn here now. What you entered can be saved all the same.',
  source_private: 'live.riverside.example resolves to an address that live servers do not fetch from.',
  source_unresolvable: 'The name live.riverside.example does not resolve to an address.',
  origin_unresolvable: 'The name origin.riverside.example does not resolve to an address.',
  origin_private: 'origin.riverside.example resolves to an address that edges do not fetch from.',
  service_inactive: 'This service is Suspended: its zones can only be disabled or deleted.',
  purge_foreign_host: 'elsewhere.example is not a host of this zone. Its hosts: riverside.cdn.example.',
  purge_bare_wildcard: 'A bare * is not accepted. Use /* to purge the whole zone.',
  rate_limited: 'Too many attempts. Try again in 15 minutes.',
  internal: 'Something went wrong on our side. Support can find it by the request id.',
  unavailable: 'The database cannot be reached. Try again in a moment.',
};

/** The error answers of a route for the API description: those that every route shares and its own, by status. */
export function describeErrors(declared: Route): Record<number, unknown> {
  const codes: ErrorCode[] = ['internal', 'unavailable', ...(declared.errors ?? [])];
  if (declared.params || declared.query || declared.body) codes.push('invalid_input');
  if (declared.body) codes.push('malformed_json', 'body_too_large', 'unsupported_media_type');
  if (declared.access !== 'public') codes.push('expired_token');
  if (declared.access !== 'public' && declared.access !== 'node') codes.push('invalid_key');
  if (declared.access !== 'node') codes.push('rate_limited');
  if (isPermission(declared.access)) codes.push('forbidden', 'email_unverified');
  if (declared.access === 'session' || declared.access === 'caller') codes.push('forbidden');
  if (declared.method === 'POST' && declared.access !== 'public' && declared.access !== 'node') {
    codes.push('idempotency_conflict', 'idempotency_cut_off');
  }
  // What is made anew has no version that somebody could have looked at.
  if (declared.revised && declared.method !== 'GET' && declared.status !== 201) codes.push('stale');
  if (declared.stepUp) codes.push('step_up_required');
  if (declared.notForCdnPlus) codes.push('cdn_plus');
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of codes) {
    const status = errorStatus[code];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [status, ErrorReply.describe(heading + [...of].sort().join(', '))]),
  );
}

const heading = 'Codes: ';

/** An example for each code of an answer that was described above. */
export const exampleErrors = (description: string): Record<string, { value: ErrorReply }> =>
  Object.fromEntries(
    description
      .slice(heading.length)
      .split(', ')
      .map((code) => [code, { value: exampleOf(code as ErrorCode) }]),
  );

const exampleOf = (code: ErrorCode): ErrorReply => ({
  result: 'error',
  message: sentences[code],
  code,
  requestId: '0b1f6c1e-5f0a-4c55-9a53-2f1d8f7f0c11',
});
