import type { Feature } from '../../lib/feature.ts';
import { sweepUsage } from './sweep.ts';

export { countOnce } from './batches.ts';
export { recordUsage } from './record.ts';
export { recordDnsUsage } from './record-dns.ts';
export { readTraffic } from './traffic.ts';

export const feature: Feature = {
  topics: { usage: 'zones.view' },
  jobs: [{ name: 'sweep-usage', cron: '27 * * * *', run: sweepUsage }],
};
