/** The public door of the DNS engine: PowerDNS holds the zones, dnsdist stands before it and reports every answer. */
export { type ListedZone, type NewZone, PowerDnsApi, type Rrset, type RrsetChange } from './api.ts';
export { PowerDnsAway, PowerDnsRefused } from './call.ts';
export { type Collector, type CollectorOptions, startCollector } from './collector.ts';
export { type DnsdistCounters, readCounters } from './counters.ts';
export { type DnsPrograms, dnsPackages, type FoundPowerDns, findPowerDns } from './find.ts';
export { type DnsLayout, type DnsOptions, layDns, testDns } from './lay.ts';
export { nameRcode, nameType } from './numbers.ts';
