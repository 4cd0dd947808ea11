import { describe, expect, test } from 'vitest';
import { dnsNode, edgeNode } from './node-agent.ts';
import { listPorts, readSettings, toEnvironment } from './settings.ts';

describe('defaults', () => {
  const settings = readSettings({});
  test('everything on one machine, for this machine alone while the demo is on', () => {
    expect(settings).toMatchObject({
      roles: ['control', 'edge', 'dns'],
      demo: true,
      bind: '127.0.0.1',
      port: 3000,
      edgePort: 8080,
      dnsPort: 5300,
    });
    expect(settings.publicUrl).toBe('http://localhost:3000');
    expect(settings.dataFolder).toMatch(/\/data$/);
  });
  test('without the demo it listens for others, too', () => {
    expect(readSettings({ HEADWATER_DEMO: '0' }).bind).toBe('0.0.0.0');
  });
  test('an edge machine listens on the edge port alone', () => {
    const edge = readSettings({ HEADWATER_ROLES: 'edge', HEADWATER_CONTROL_URL: 'https://panel.example.com/' });
    expect(listPorts(edge).map(({ variable }) => variable)).toEqual(['HEADWATER_EDGE_PORT']);
    expect(edge.controlUrl).toBe('https://panel.example.com');
  });
  test('a name server listens by UDP and TCP; beside an edge that joins too it needs a token of its own', () => {
    const elsewhere = { HEADWATER_CONTROL_URL: 'https://panel.example.com', HEADWATER_JOIN_TOKEN: 'one' };
    const alone = readSettings({ ...elsewhere, HEADWATER_ROLES: 'dns' });
    expect(listPorts(alone)).toEqual([{ variable: 'HEADWATER_DNS_PORT', port: 5300, bind: '0.0.0.0', udp: true }]);
    expect(dnsNode.joinToken(alone)).toBe('one');
    const beside = readSettings({ ...elsewhere, HEADWATER_ROLES: 'edge, dns' });
    expect([edgeNode.joinToken(beside), dnsNode.joinToken(beside)]).toEqual(['one', undefined]);
    const both = readSettings({ ...elsewhere, HEADWATER_ROLES: 'edge,dns', HEADWATER_DNS_JOIN_TOKEN: 'two' });
    expect([edgeNode.joinToken(both), dnsNode.joinToken(both)]).toEqual(['one', 'two']);
  });
  test('the port of the metrics is one only where a control plane is measured', () => {
    const variables = (environment: Record<string, string>) =>
      listPorts(readSettings({ HEADWATER_METRICS_PORT: '9464', ...environment })).map(({ variable }) => variable);
    expect(variables({})).toContain('HEADWATER_METRICS_PORT');
    expect(variables({ HEADWATER_METRICS_PORT: '' })).not.toContain('HEADWATER_METRICS_PORT');
    expect(variables({ HEADWATER_ROLES: 'edge', HEADWATER_CONTROL_URL: 'https://panel.example.com' })).toEqual([
      'HEADWATER_EDGE_PORT',
    ]);
  });
  test('programs get every default spelled out, and no empty words', () => {
    expect(Object.values(toEnvironment(settings)).filter((value) => value === '')).toEqual([]);
  });
});

test.each([
  [{ HEADWATER_PORT: '99999' }, 'HEADWATER_PORT is "99999". It must be a port'],
  [{ HEADWATER_PORT: 'web' }, 'HEADWATER_PORT is "web"'],
  [{ HEADWATER_DEMO: 'maybe' }, 'HEADWATER_DEMO is "maybe". Use 1 or 0.'],
  [{ HEADWATER_ROLES: 'edge,live' }, 'HEADWATER_ROLES names "live". Use all, or a list of: control, edge, dns.'],
  [
    { HEADWATER_ROLES: 'control,edge,dns', HEADWATER_DNS_PORT: '8080' },
    'HEADWATER_EDGE_PORT and HEADWATER_DNS_PORT are both 8080',
  ],
  [{ HEADWATER_ROLES: 'edge' }, 'Say where it is: HEADWATER_CONTROL_URL='],
  [{ HEADWATER_EDGE_PORT: '3000' }, 'HEADWATER_PORT and HEADWATER_EDGE_PORT are both 3000'],
  [{ HEADWATER_METRICS_PORT: '3000' }, 'HEADWATER_PORT and HEADWATER_METRICS_PORT are both 3000'],
  [{ HEADWATER_DNS_RATE_LIMIT: '0' }, 'HEADWATER_DNS_RATE_LIMIT is "0". It must be a whole number above 0.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL is not an address'],
  [{ HEADWATER_PUBLIC_URL: 'panel.example.com' }, 'HEADWATER_PUBLIC_URL is not an address'],
])('%o is refused in words', (environment, words) => {
  expect(() => readSettings(environment)).toThrow(words);
});
