import { createHmac } from 'node:crypto';

/**
 * Signs a link that edges let pass: see `contract/src/nodes/edge-access.ts`.
 * @param directory the path that it covers, from `/` to `/`.
 * @param rest what is fetched, below the directory.
 * @param address the visitor's, where links are bound to it.
 * @returns the path with the token in it.
 */
export function signPath(
  key: string,
  link: { directory: string; rest: string; expires: Date; address?: string | undefined },
): string {
  const expires = Math.floor(link.expires.getTime() / 1000);
  const token = createHmac('sha256', key)
    .update(`${link.directory}\n${expires}\n${link.address ?? ''}`)
    .digest('base64url');
  return `${link.directory}~${expires}.${token}/${link.rest}`;
}
