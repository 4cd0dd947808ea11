/** Which addresses an origin may have, and how its name is turned into addresses. */

export { OriginUnresolvable, type ResolvedAddress, type ResolvedOrigin, resolveOrigin } from './resolve.ts';
export { canonicalAddress, forbiddenReason } from './rules.ts';
