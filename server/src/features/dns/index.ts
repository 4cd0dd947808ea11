import { dnsRoutes } from '@headwater/contract/dns/routes';
import type { Feature } from '../../lib/feature.ts';
import { serveDomains } from './domains/routes.ts';
import { domainSearch } from './domains/search.ts';
import { sweepDomains } from './domains/sweep.ts';
import { followEdges } from './proxy/follow-edges.ts';
import { followService } from './publish.ts';
import { serveRecords } from './records/routes.ts';
import { statisticsExport } from './statistics/export.ts';
import { serveStatistics } from './statistics/routes.ts';
import { zoneExport } from './transfer/export.ts';
import { serveTransfer } from './transfer/routes.ts';

export { republishDomains } from './publish.ts';

const parts = [serveDomains, serveRecords, serveTransfer, serveStatistics];

// Parts that are being built.
const { checkDomain: _1, getDynamicUrl: _2, disableDynamicUrl: _3, useDynamicUrl: _4, ...built } = dnsRoutes;
const {
  getSecurity: _5,
  setSecurity: _6,
  checkSecurity: _7,
  listMail: _8,
  addMail: _9,
  updateMail: _a,
  deleteMail: _b,
  ...routes
} = built;

export const feature: Feature = {
  routes,
  serve: (deps) => {
    for (const serve of parts) serve(deps);
  },
  topics: { dns: 'dns.view', 'dns-statistics': 'dns.view' },
  followed: [{ kind: 'dns', prefix: 'domain/', topic: 'dns' }],
  search: [domainSearch],
  downloads: { 'dns-zone': zoneExport, 'dns-statistics': statisticsExport },
  jobs: [
    { name: 'sweep-domains', cron: '43 * * * *', run: sweepDomains },
    { name: 'follow-edges', cron: '* * * * *', run: followEdges },
  ],
  onServiceChange: followService,
};
