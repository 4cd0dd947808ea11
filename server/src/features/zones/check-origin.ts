import type { Deps } from '../../lib/feature.ts';
import { fieldProblem } from '../../lib/problem.ts';

/** Whether this origin is one that the provider runs itself. */
export const isSystemOrigin = (origin: string, demoOrigin: string | null) =>
  demoOrigin !== null && new URL(origin).origin === demoOrigin;

/**
 * Resolves an origin before it is saved, so that a typing error is told at once. The edges check the addresses again
 * whenever they resolve: a name may point elsewhere tomorrow.
 * @param field is where the person entered it.
 * @returns the addresses that it has now.
 * @throws Problem `origin_unresolvable` or `origin_private`, on that field.
 */
export async function checkOrigin(
  { resolveOrigin, settings }: Pick<Deps, 'resolveOrigin' | 'settings'>,
  origin: string,
  field = 'origin',
): Promise<string[]> {
  if (isSystemOrigin(origin, settings.demoOrigin)) return [];
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '');
  const resolved = await resolveOrigin(host).catch(() => {
    throw fieldProblem(
      'origin_unresolvable',
      field,
      `The name ${host} does not resolve to an address. Check its spelling, or create its DNS record first.`,
    );
  });
  const addresses = resolved.addresses.map(({ address }) => address);
  if (settings.allowPrivateOrigins) return addresses;
  const refused = resolved.addresses.find((one) => one.forbidden);
  if (refused) {
    // The address behind a name is not told: names of the provider's own network could be looked up that way.
    const found = refused.address === host ? `${host} is` : `${host} resolves to`;
    throw fieldProblem(
      'origin_private',
      field,
      `${found} ${refused.forbidden}, which edges do not fetch from. Use an origin with a public address.`,
    );
  }
  return addresses;
}
