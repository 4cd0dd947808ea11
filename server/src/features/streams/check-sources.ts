import type { Deps } from '../../lib/feature.ts';
import { type FieldProblem, Problem } from '../../lib/problem.ts';

type Source = { url: string };

/**
 * Resolves sources before they are saved, so that a typing error is told at once. Live servers check the addresses again
 * whenever they connect.
 * @throws Problem `source_unresolvable` or `source_private`, with a sentence for each source that is wrong.
 */
export async function checkSources(
  deps: Pick<Deps, 'resolveOrigin' | 'settings'>,
  sources: readonly Source[],
): Promise<void> {
  const found = await Promise.all(sources.map(({ url }, index) => checkSource(deps, url, `sources.${index}.url`)));
  const problems = found.filter((one) => one !== null);
  const [first] = problems;
  if (!first) return;
  throw new Problem(first.code, first.message, {
    errors: problems.map(({ field, message }) => ({ field, message })),
  });
}

type SourceProblem = FieldProblem & { code: 'source_unresolvable' | 'source_private' };

async function checkSource(
  { resolveOrigin, settings }: Pick<Deps, 'resolveOrigin' | 'settings'>,
  url: string,
  field: string,
): Promise<SourceProblem | null> {
  if (settings.allowPrivateOrigins) return null;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const resolved = await resolveOrigin(host).catch(() => null);
  if (resolved === null || resolved.addresses.length === 0) {
    const message = `The name ${host} does not resolve to an address. Check its spelling.`;
    return { code: 'source_unresolvable', field, message };
  }
  const refused = resolved.addresses.find((one) => one.forbidden);
  if (!refused) return null;
  // The address behind a name is not told: names of the provider's own network could be looked up that way.
  const leads = refused.address === host ? `${host} is` : `${host} resolves to`;
  const message = `${leads} ${refused.forbidden}, which live servers do not fetch from. Use a source with a public address.`;
  return { code: 'source_private', field, message };
}
