/** Where a signed link carries what proves it: `/~<expires>.<token>/`. */
const inPath = /\/~\d+\.[\w-]+(?=\/)/;

/** The part of a link that proves it, as it stands in a path; null where the link carries none. */
export function tokenOf(link: string): string | null {
  const found = inPath.exec(link)?.[0];
  if (found) return found;
  const { searchParams } = new URL(link);
  const [expires, token] = [searchParams.get('expires'), searchParams.get('token')];
  return expires && token ? `/~${expires}.${token}` : null;
}

/** An address that a playlist named, with a newer proof in place of the one that playlist was asked for with. */
export const withToken = (url: string, token: string | null): string =>
  token === null ? url : url.replace(inPath, token);
