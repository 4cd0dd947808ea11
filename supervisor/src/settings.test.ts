import { describe, expect, test } from 'vitest';
import { describeDoor } from './door.ts';
import { listPorts } from './listen-ports.ts';
import { dnsNode, edgeNode, liveNode, readJoinToken, storageNode } from './node-agent.ts';
import { readSettings, toEnvironment } from './settings.ts';

describe('defaults', () => {
  const settings = readSettings({});
  test('everything on one machine, for this machine alone while the demo is on', () => {
    expect(settings).toMatchObject({
      roles: ['control', 'edge', 'dns', 'live', 'storage'],
      demo: true,
      bind: '127.0.0.1',
      port: 3000,
      edgePort: 8080,
      dnsPort: 5300,
      rtmpPort: 1935,
      rtmpsPort: 1936,
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
    expect(readJoinToken(dnsNode, alone)).toBe('one');
    const beside = readSettings({ ...elsewhere, HEADWATER_ROLES: 'edge, dns' });
    expect([readJoinToken(edgeNode, beside), readJoinToken(dnsNode, beside)]).toEqual(['one', undefined]);
    const both = readSettings({ ...elsewhere, HEADWATER_ROLES: 'edge,dns', HEADWATER_DNS_JOIN_TOKEN: 'two' });
    expect([readJoinToken(edgeNode, both), readJoinToken(dnsNode, both)]).toEqual(['one', 'two']);
  });
  test('a live server and a storage beside it need a token each, and open a port each for the other nodes', () => {
    const elsewhere = { HEADWATER_CONTROL_URL: 'https://panel.example.com', HEADWATER_JOIN_TOKEN: 'one' };
    const given = { ...elsewhere, HEADWATER_ROLES: 'storage,live', HEADWATER_STORAGE_JOIN_TOKEN: 'two' };
    const settings = readSettings(given);
    expect([readJoinToken(liveNode, settings), readJoinToken(storageNode, settings)]).toEqual(['one', 'two']);
    expect(listPorts(settings).map(({ variable, port, bind }) => [variable, port, bind])).toEqual([
      ['HEADWATER_RTMP_PORT', 1935, '0.0.0.0'],
      ['HEADWATER_RTMPS_PORT', 1936, '0.0.0.0'],
      ['HEADWATER_LIVE_PORT', 8090, '0.0.0.0'],
      ['HEADWATER_STORAGE_PORT', 8091, '0.0.0.0'],
    ]);
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

describe('the door of a live server', () => {
  const doorOf = (environment: Record<string, string>) => {
    const settings = readSettings({ HEADWATER_CONTROL_URL: 'https://panel.example.com', ...environment });
    const door = describeDoor(settings, settings.doors.live, 41_000);
    return [door.HEADWATER_DOOR_BIND, door.HEADWATER_DOOR_PORT, door.HEADWATER_DOOR_URL];
  };
  test('is one of loopback where everything is on one machine', () => {
    expect(doorOf({ HEADWATER_DEMO: '0' })).toEqual(['127.0.0.1', '41000', 'http://127.0.0.1:41000']);
  });
  test('is open to edges elsewhere once it has a port', () => {
    const given = { HEADWATER_DEMO: '0', HEADWATER_LIVE_PORT: '8090', HEADWATER_BIND: '10.0.0.5' };
    expect(doorOf(given)).toEqual(['10.0.0.5', '8090', 'http://10.0.0.5:8090']);
  });
  test('is told to others as the operator says', () => {
    const given = { HEADWATER_ROLES: 'live', HEADWATER_LIVE_URL: 'https://live-1.example.net/' };
    expect(doorOf(given)).toEqual(['0.0.0.0', '8090', 'https://live-1.example.net']);
  });
});

test.each([
  [{ HEADWATER_PORT: '99999' }, 'HEADWATER_PORT is "99999". It must be a port'],
  [{ HEADWATER_PORT: 'web' }, 'HEADWATER_PORT is "web"'],
  [{ HEADWATER_DEMO: 'maybe' }, 'HEADWATER_DEMO is "maybe". Use 1 or 0.'],
  [
    { HEADWATER_ROLES: 'edge,video' },
    'HEADWATER_ROLES names "video". Use all, or a list of: control, edge, dns, live, storage.',
  ],
  [
    { HEADWATER_ROLES: 'control,edge,dns', HEADWATER_DNS_PORT: '8080' },
    'HEADWATER_EDGE_PORT and HEADWATER_DNS_PORT are both 8080',
  ],
  [{ HEADWATER_ROLES: 'edge' }, 'Say where it is: HEADWATER_CONTROL_URL='],
  [{ HEADWATER_EDGE_PORT: '3000' }, 'HEADWATER_PORT and HEADWATER_EDGE_PORT are both 3000'],
  [{ HEADWATER_RTMPS_PORT: '1935' }, 'HEADWATER_RTMP_PORT and HEADWATER_RTMPS_PORT are both 1935'],
  [{ HEADWATER_RTMPS_KEY: '/etc/key.pem' }, 'HEADWATER_RTMPS_KEY needs HEADWATER_RTMPS_CERTIFICATE beside it'],
  [{ HEADWATER_LIVE_URL: 'rtmp://live.example.com' }, 'HEADWATER_LIVE_URL is not an address'],
  [{ HEADWATER_METRICS_PORT: '3000' }, 'HEADWATER_PORT and HEADWATER_METRICS_PORT are both 3000'],
  [{ HEADWATER_DNS_RATE_LIMIT: '0' }, 'HEADWATER_DNS_RATE_LIMIT is "0". It must be a whole number above 0.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL is not an address'],
  [{ HEADWATER_PUBLIC_URL: 'panel.example.com' }, 'HEADWATER_PUBLIC_URL is not an address'],
])('%o is refused in words', (environment, words) => {
  expect(() => readSettings(environment)).toThrow(words);
});
