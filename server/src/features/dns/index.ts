import { dnsRoutes } from '@headwater/contract/dns/routes';
import type { Feature } from '../../lib/feature.ts';
import { checkDelegations } from './delegation/check-all.ts';
import { serveDelegation } from './delegation/routes.ts';
import { serveDomains } from './domains/routes.ts';
import { domainSearch } from './domains/search.ts';
import { sweepDomains } from './domains/sweep.ts';
import { serveDynamicUrl } from './dynamic-url/routes.ts';
import { serveMail } from './mail/routes.ts';
import { domainIdOf } from './proxy/edge-zones.ts';
import { followEdges } from './proxy/follow-edges.ts';
import { serveRecords } from './records/routes.ts';
import { followService } from './republish.ts';
import { openDnsZone } from './security/open-zone.ts';
import { serveSecurity } from './security/routes.ts';
import { statisticsExport } from './statistics/export.ts';
import { serveStatistics } from './statistics/routes.ts';
import { zoneExport } from './transfer/export.ts';
import { serveTransfer } from './transfer/routes.ts';

export { seedDomain } from './domains/seed.ts';
export { republishDomains } from './republish.ts';

const parts = [
  serveDomains,
  serveRecords,
  serveTransfer,
  serveDelegation,
  serveSecurity,
  serveMail,
  serveDynamicUrl,
  serveStatistics,
];

export const feature: Feature = {
  routes: dnsRoutes,
  serve: (deps) => {
    for (const serve of parts) serve(deps);
  },
  topics: { dns: 'dns.view', 'dns-statistics': 'dns.view' },
  followed: [
    { kind: 'dns', prefix: 'domain/', topic: 'dns', open: openDnsZone },
    { kind: 'edge', prefix: 'zone/', topic: 'dns', thingOf: domainIdOf },
  ],
  search: [domainSearch],
  downloads: { 'dns-zone': zoneExport, 'dns-statistics': statisticsExport },
  jobs: [
    { name: 'sweep-domains', cron: '43 * * * *', run: sweepDomains },
    { name: 'check-delegations', cron: '*/10 * * * *', run: checkDelegations },
    { name: 'follow-edges', cron: '* * * * *', run: followEdges },
  ],
  onServiceChange: followService,
};
