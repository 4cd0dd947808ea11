import type { AccessLine } from '@headwater/engines/nginx';

/** A line of the access log as nginx writes it. */
export function logLine(fields: { [K in keyof AccessLine]?: unknown } = {}): string {
  const line: AccessLine = {
    time: 1_790_000_000.123,
    zone: 'z1',
    host: 'shop.cdn.test',
    ip: '192.0.2.1',
    country: 'DE',
    method: 'GET',
    uri: '/a.css?v=1',
    status: 200,
    bytes: 100,
    seconds: 0.001,
    cache: 'HIT',
    agent: 'curl',
    referer: '',
    id: 'r',
  };
  return JSON.stringify({ ...line, ...fields });
}
