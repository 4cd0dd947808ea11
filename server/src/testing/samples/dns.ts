import type { dnsRoutes } from '@headwater/contract/dns/routes';
import { addDomain, addRecord } from '../domains.ts';
import type { World } from '../index.ts';
import type { FeatureSamples, Ids, Owner } from '../samples.ts';

const zone = '$TTL 300\n@ IN A 192.0.2.1\nwww IN CNAME @\n';
const month = '?year=2026&month=11';

/** An edge whose address is known, and a domain whose name servers were seen to be ours. */
async function delegate(world: World, _: Owner, { domainId }: Ids) {
  const { nodeId } = await world.addNode(`edge-of-${domainId}`, 'edge');
  const { ownerPool } = world.database;
  await ownerPool.query(`update nodes set addresses = '["198.51.100.1"]', state = 'in_service' where id = $1`, [
    nodeId,
  ]);
  await ownerPool.query(`update dns_domains set delegation = '{"state": "confirmed"}' where id = $1`, [domainId]);
}

const pathOf = (owner: Owner, { domainId }: Ids) => `/services/${owner.serviceId}/dns/domains/${domainId}`;

export const samples: FeatureSamples<typeof dnsRoutes> = {
  async things(world, owner) {
    const domain = await addDomain(world, owner);
    const target = await addDomain(world, owner);
    const record = await addRecord(world, owner, domain, { record: '9.9.9.10' });
    const mail = await addRecord(world, owner, domain, { host: '@', type: 'MX', record: 'mail', priority: 10 });
    return { domainId: domain.id, targetId: target.id, recordId: record.id, mailId: mail.id };
  },
  routes: {
    listDomains: {},
    createDomain: { body: ({ domainId }) => ({ domain: `from-the-matrix-${domainId}.test` }) },
    getDomain: {},
    deleteDomain: {},
    restoreDomain: { before: (world, owner, ids) => world.ask(owner, 'DELETE', pathOf(owner, ids)) },
    setDomainStatus: { body: { status: 0 } },
    preferDomain: {},
    checkDomain: {},
    getSoa: {},
    updateSoa: { body: { minimum: 600 } },
    listRecords: {},
    createRecord: { body: { host: 'matrix', type: 'A', record: '192.0.2.7' } },
    updateRecord: { body: { record: '192.0.2.8' } },
    deleteRecord: {},
    deleteRecords: { body: { all: true } },
    setRecordsStatus: { body: ({ recordId }) => ({ ids: [recordId], status: 0 }) },
    updateTtls: { body: ({ recordId }) => ({ ids: [recordId], ttl: 300 }) },
    copyRecords: {
      body: ({ recordId, targetId }) => ({ ids: [recordId], targetDomainId: targetId, types: ['A'] }),
    },
    undoChange: {},
    setRecordProxy: { body: { proxy: 1 }, before: delegate },
    getDynamicUrl: {},
    disableDynamicUrl: {
      before: (world, owner, ids) =>
        world.ask(owner, 'POST', `${pathOf(owner, ids)}/records/${ids.recordId}/dynamic-url`),
    },
    useDynamicUrl: {},
    getSecurity: {},
    setSecurity: { body: { status: 1 } },
    checkSecurity: {},
    listMail: {},
    addMail: { body: { record: 'second.example', priority: 20 } },
    updateMail: { body: { priority: 30 } },
    deleteMail: {},
    getDnsOverall: {},
    getDnsDaily: { query: month },
    getDnsHourly: { query: `${month}&day=21` },
    getDnsLast30Days: {},
    getDnsYearly: { query: '?year=2026' },
    previewImport: { body: { zone } },
    importZone: { body: { zone } },
    exportZone: {},
    exportDnsStatistics: { body: { from: '2026-11-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' } },
  },
};
