import { domainRoutes } from './domain-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { recordRoutes } from './record-routes.ts';
import { securityRoutes } from './security-routes.ts';
import { dnsStatisticsRoutes } from './statistics-routes.ts';
import { transferRoutes } from './transfer-routes.ts';

export const dnsRoutes = {
  ...domainRoutes,
  ...recordRoutes,
  ...securityRoutes,
  ...mailRoutes,
  ...dnsStatisticsRoutes,
  ...transferRoutes,
};
