import { dnsRoutes } from '@headwater/contract/dns/routes';
import type { Screen, Topics } from '../../lib/feature.ts';
import { readDnsSearch, readDomainsSearch } from './dns-search.ts';

export const screens: Screen[] = [
  {
    frame: 'service',
    path: 'domains',
    title: 'Domains',
    access: dnsRoutes.listDomains.access,
    readSearch: readDomainsSearch,
    load: async () => (await import('./DomainsScreen.tsx')).DomainsScreen,
  },
  {
    frame: 'service',
    path: 'dns',
    title: 'DNS',
    access: dnsRoutes.getDomain.access,
    readSearch: readDnsSearch,
    load: async () => (await import('./DnsScreen.tsx')).DnsScreen,
  },
];

const domainPaths = '/services/:serviceId/dns/domains';
const isStatistics = (path: string) => path.startsWith(`${domainPaths}/:domainId/statistics`);

export const topics: Topics = {
  dns: { concerns: (path) => path.startsWith(domainPaths) && !isStatistics(path), idParam: 'domainId' },
  // Lists show the queries of each domain as well.
  'dns-statistics': { concerns: (path) => isStatistics(path) || path === domainPaths, idParam: 'domainId' },
};
