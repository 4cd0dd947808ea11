import { DomainParams } from '@headwater/contract/dns/domain';
import type { DownloadSource } from '../../../lib/feature.ts';
import { findDomain } from '../domains/store.ts';
import { toSoa } from '../domains/to-domain.ts';
import { listRecords } from '../records/store.ts';
import { writeZoneFile } from '../zone-file/write.ts';

/** A domain as a zone file. */
export const zoneExport: DownloadSource = {
  access: 'dns.view',
  async open({ database, settings }, who, params) {
    const key = DomainParams.parse(params);
    const { domain, records } = await database.readAsCustomer(who.customerId, async (tx) => {
      const domain = await findDomain(tx, key);
      return { domain, records: await listRecords(tx, domain.id) };
    });
    const { nameservers } = settings;
    const text = writeZoneFile({
      domain: domain.domain,
      soa: toSoa(domain, settings),
      nameservers,
      records: records.map((row) => ({ ...row, status: row.status === 1 ? 1 : 0 })),
      at: new Date(),
    });
    return { filename: `${domain.domain}.zone`, mediaType: 'text/dns; charset=utf-8', content: Buffer.from(text) };
  },
};
