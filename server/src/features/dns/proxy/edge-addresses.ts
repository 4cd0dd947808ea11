import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import type { Settings } from '../../../lib/settings.ts';
import type { EdgeAddresses } from '../document.ts';

/** Where visitors reach the edges: as the settings say, or else as the edges that are in service report. */
export async function readEdgeAddresses(
  { db }: Pick<Tx, 'db'>,
  { edgeAddresses }: Pick<Settings, 'edgeAddresses'>,
): Promise<EdgeAddresses> {
  const addresses = edgeAddresses.length > 0 ? edgeAddresses : await reportedAddresses(db);
  return {
    ipv4: addresses.filter((address) => !isIPv6(address)),
    ipv6: addresses.filter((address) => isIPv6(address)),
  };
}

async function reportedAddresses(db: Tx['db']): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from nodes n, jsonb_array_elements_text(n.addresses) as a (address)
    where n.kind = 'edge' and n.state = 'in_service' order by address`.execute(db);
  return rows.map(({ address }) => address);
}
