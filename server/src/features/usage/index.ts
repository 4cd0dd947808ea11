export { recordUsage } from './record.ts';
export { sweepUsage } from './sweep.ts';
export { readTraffic } from './traffic.ts';
