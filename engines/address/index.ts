/** Which addresses an origin may have, and how its name is turned into addresses. */
export { canonicalAddress, forbiddenReason } from './rules.ts';
export { OriginUnresolvable, type ResolvedAddress, type ResolvedOrigin, resolveOrigin } from './resolve.ts';
