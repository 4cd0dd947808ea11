/** What may stand in a configuration of nginx: each throws where the value could mean anything else there. */

/** Paths go in in quotes: what could end the quotes, or means something to nginx or Lua, is refused. */
export function path(value: string): string {
  if (!/^\/[\w./@+,:=~ -]*$/.test(value)) throw new Error(`nginx cannot be given the path ${JSON.stringify(value)}`);
  return value;
}

export function whole(value: number, least: number, most: number): number {
  if (!Number.isSafeInteger(value) || value < least || value > most)
    throw new Error(`not between ${least} and ${most}: ${value}`);
  return value;
}

export function addressAndPort(address: string, port: number): string {
  const isV6 = address.includes(':');
  if (!(isV6 ? /^[0-9a-fA-F:.]+$/ : /^\d{1,3}(\.\d{1,3}){3}$/).test(address))
    throw new Error(`not an address: ${JSON.stringify(address)}`);
  return `${isV6 ? `[${address}]` : address}:${whole(port, 1, 65_535)}`;
}

export function userName(value: string): string {
  if (!/^[a-z_][a-z0-9_-]{0,31}$/.test(value)) throw new Error(`not a user name: ${JSON.stringify(value)}`);
  return value;
}
