import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../lib/db.ts';
import type { Deps, ServiceChange } from '../../lib/feature.ts';
import type { Settings } from '../../lib/settings.ts';
import type { SealedDnsZone } from './document.ts';
import type { DomainRow } from './domains/store.ts';
import { documentOf, publishDomain, readAnswered } from './publish.ts';
import { listRecords, type RecordRow } from './records/store.ts';

/** So many domains are looked at together; their documents may have a megabyte each. */
const sliceSize = 100;

/**
 * Brings what name servers are told in line with what domains say: after a change of settings (the name servers, the
 * edges' addresses), of the documents' form in a new version, or of rows by hand. Only what differs is locked, one
 * domain at a time.
 * @returns how many domains were told anew.
 */
export async function republishDomains(
  { owner }: Pick<Database, 'owner'>,
  settings: Settings,
  which: RawBuilder<unknown> = sql`true`,
): Promise<number> {
  let told = 0;
  for (let after = ''; ; ) {
    const { rows: slice } = await sql<{ id: string }>`
      select d.id from dns_domains d where d.id > ${after} and ${which} order by d.id limit ${sliceSize}`.execute(
      owner,
    );
    for (const { id } of slice) {
      const one = sql`d.id = ${id}`;
      if ((await findDrifted({ settings }, { db: owner }, one, sql``)).length === 0) continue;
      told += await owner.transaction().execute(async (db) => {
        const drifted = await findDrifted({ settings }, { db }, one, lock);
        for (const { domain, records } of drifted) await publishDomain({ settings }, { db }, domain, records);
        return drifted.length;
      });
    }
    if (slice.length < sliceSize) return told;
    after = slice.at(-1)!.id;
  }
}

/** Domains are answered while their service is Active, and those above them delegate them as long. */
export async function followService(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  { id }: ServiceChange,
): Promise<(() => Promise<void>) | null> {
  const drifted = await findDrifted(deps, tx, sql`d.service_id = ${id} or d.domain in (${namesAbove(id)})`, lock);
  if (drifted.length === 0) return null;
  return async () => {
    for (const { domain, records } of drifted) await publishDomain(deps, tx, domain, records);
  };
}

const namesAbove = (serviceId: number) => sql`
  select array_to_string(labels[i:], '.')
  from (select string_to_array(domain, '.') as labels from dns_domains where service_id = ${serviceId}) names,
    generate_series(2, cardinality(labels) - 1) i`;

const lock = sql`for no key update of d`;

type Drifted = { domain: DomainRow; records: RecordRow[] };

async function findDrifted(
  { settings }: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  which: RawBuilder<unknown>,
  locking: RawBuilder<unknown>,
): Promise<Drifted[]> {
  const { rows: domains } = await sql<DomainRow & { doc: SealedDnsZone | null }>`
    select d.*, s.doc from dns_domains d
    left join desired_state s on s.kind = 'dns' and s.key = 'domain/' || d.id
    where ${which} order by d.id ${locking}`.execute(tx.db);
  const drifted: Drifted[] = [];
  for (const { doc, ...domain } of domains) {
    const records = await listRecords(tx, domain.id);
    const answered = await readAnswered(tx, domain, records);
    const expected = answered && (await documentOf(tx, domain, answered, settings));
    if (!isDeepStrictEqual(doc, expected)) drifted.push({ domain, records });
  }
  return drifted;
}
