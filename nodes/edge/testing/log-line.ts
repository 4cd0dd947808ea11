/** A line of the access log as nginx writes it. */
export function logLine(fields: Record<string, unknown> = {}): string {
  const line = {
    t: 1_790_000_000.123,
    zone: 'z1',
    host: 'shop.cdn.test',
    ip: '192.0.2.1',
    cc: 'DE',
    m: 'GET',
    u: '/a.css?v=1',
    s: 200,
    b: 100,
    rt: 0.001,
    cache: 'HIT',
    ua: 'curl',
    ref: '',
    rid: 'r',
  };
  return JSON.stringify({ ...line, ...fields });
}
