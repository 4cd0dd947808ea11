import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findSharedPort } from './listen-ports.ts';

export const nodeRoles = ['edge', 'dns', 'live', 'storage'] as const;
const roleNames = ['control', ...nodeRoles] as const;
export type Role = (typeof roleNames)[number];
/** What runs as a node: it joins the control plane and follows it. */
export type NodeRole = (typeof nodeRoles)[number];

export type Settings = {
  dataFolder: string;
  bind: string;
  port: number;
  edgePort: number;
  dnsPort: number;
  /** Questions a second that one address may ask before it has to ask by TCP. Undefined: the engine's own limit. */
  dnsQueriesPerSecond: number | undefined;
  rtmpPort: number;
  rtmpsPort: number;
  /** Undefined: RTMPS makes a certificate of its own. */
  rtmpsCertificate: { certificate: string; key: string } | undefined;
  /** Where other nodes reach what a live server and a storage serve. */
  doors: Record<'live' | 'storage', DoorSettings>;
  /** Undefined: nobody measures. */
  metricsPort: number | undefined;
  demoOriginPort: number;
  edgeDomain: string;
  publicUrl: string;
  roles: readonly Role[];
  demo: boolean;
  allowPrivateOrigins: boolean;
  trustProxy: boolean;
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Where the edge's agent finds the control plane. */
  controlUrl: string;
  joinToken: string | undefined;
  /** Where a machine is more than one node: each joins with a token of its own. */
  ownJoinTokens: Partial<Record<NodeRole, string | undefined>>;
  development: boolean;
};

/** Port undefined: one of loopback that is free. Url undefined: made of the machine's address and the port. */
export type DoorSettings = { port: number | undefined; url: string | undefined };

export class SettingsProblem extends Error {}

export const projectFolder = resolve(import.meta.dirname, '../..');
/** Where a restore builds what it then moves into the data folder. */
export const stagingName = 'restoring';
export const runFolder = (settings: Pick<Settings, 'dataFolder'>) => join(settings.dataFolder, 'run');

type Environment = Readonly<Record<string, string | undefined>>;

export function readSettings(env: Environment, development = false): Settings {
  const text = (name: string) => env[name]?.trim() || undefined;
  const port = (name: string, otherwise: number) => {
    const given = text(name);
    const value = Number(given ?? otherwise);
    if (Number.isInteger(value) && value >= 1 && value <= 65_535) return value;
    throw new SettingsProblem(`${name} is "${given}". It must be a port: a whole number from 1 to 65535.`);
  };
  const count = (name: string) => {
    const given = text(name);
    if (given === undefined || (/^\d{1,9}$/.test(given) && Number(given) > 0))
      return given === undefined ? undefined : Number(given);
    throw new SettingsProblem(`${name} is "${given}". It must be a whole number above 0.`);
  };
  const flag = (name: string, otherwise: boolean) => {
    const given = text(name)?.toLowerCase();
    if (given === undefined) return otherwise;
    if (['1', 'true', 'on', 'yes'].includes(given)) return true;
    if (['0', 'false', 'off', 'no'].includes(given)) return false;
    throw new SettingsProblem(`${name} is "${given}". Use 1 or 0.`);
  };
  const roles = readRoles(text('HEADWATER_ROLES') ?? 'all');
  const demo = flag('HEADWATER_DEMO', true) && roles.includes('control');
  const bind = text('HEADWATER_BIND') ?? (demo ? '127.0.0.1' : '0.0.0.0');
  // Where the edge is on the same machine as everything, nobody else need reach its doors.
  const isWhole = roles.includes('control') && roles.includes('edge');
  const door = (portName: string, otherwise: number, urlName: string): DoorSettings => {
    const given = text(urlName);
    return {
      port: isWhole && text(portName) === undefined ? undefined : port(portName, otherwise),
      url: given && url(urlName, given, /^https?:$/),
    };
  };
  const httpPort = port('HEADWATER_PORT', 3000);
  const settings: Settings = {
    dataFolder: resolve(projectFolder, text('HEADWATER_DATA') ?? 'data'),
    bind,
    port: httpPort,
    edgePort: port('HEADWATER_EDGE_PORT', 8080),
    dnsPort: port('HEADWATER_DNS_PORT', 5300),
    dnsQueriesPerSecond: count('HEADWATER_DNS_RATE_LIMIT'),
    rtmpPort: port('HEADWATER_RTMP_PORT', 1935),
    rtmpsPort: port('HEADWATER_RTMPS_PORT', 1936),
    rtmpsCertificate: readCertificate(text('HEADWATER_RTMPS_CERTIFICATE'), text('HEADWATER_RTMPS_KEY')),
    doors: {
      live: door('HEADWATER_LIVE_PORT', 8090, 'HEADWATER_LIVE_URL'),
      storage: door('HEADWATER_STORAGE_PORT', 8091, 'HEADWATER_STORAGE_URL'),
    },
    metricsPort: text('HEADWATER_METRICS_PORT') === undefined ? undefined : port('HEADWATER_METRICS_PORT', 0),
    demoOriginPort: port('HEADWATER_DEMO_ORIGIN_PORT', 3081),
    edgeDomain: text('HEADWATER_EDGE_DOMAIN') ?? 'cdn.localhost',
    publicUrl: url('HEADWATER_PUBLIC_URL', text('HEADWATER_PUBLIC_URL') ?? `http://localhost:${httpPort}`, /^https?:$/),
    roles,
    demo,
    allowPrivateOrigins: flag('HEADWATER_ALLOW_PRIVATE_ORIGINS', false),
    trustProxy: flag('HEADWATER_TRUST_PROXY', false),
    databaseUrl: text('DATABASE_URL') && url('DATABASE_URL', text('DATABASE_URL') ?? '', /^postgres(ql)?:$/),
    controlUrl: url(
      'HEADWATER_CONTROL_URL',
      text('HEADWATER_CONTROL_URL') ?? `http://${reachable(bind)}:${httpPort}`,
      /^https?:$/,
    ),
    joinToken: text('HEADWATER_JOIN_TOKEN'),
    ownJoinTokens: {
      dns: text('HEADWATER_DNS_JOIN_TOKEN'),
      live: text('HEADWATER_LIVE_JOIN_TOKEN'),
      storage: text('HEADWATER_STORAGE_JOIN_TOKEN'),
    },
    development,
  };
  if (!roles.includes('control') && !text('HEADWATER_CONTROL_URL')) {
    throw new SettingsProblem(
      'HEADWATER_ROLES leaves out the control plane. Say where it is: HEADWATER_CONTROL_URL=https://panel.example.com',
    );
  }
  const shared = findSharedPort(settings);
  if (shared) throw new SettingsProblem(shared);
  return settings;
}

/** The address under which this machine reaches what listens on `bind`. */
export function reachable(bind: string): string {
  if (bind === '0.0.0.0' || bind === '::') return '127.0.0.1';
  return bind.includes(':') ? `[${bind}]` : bind;
}

function readRoles(text: string): Role[] {
  if (text === 'all') return [...roleNames];
  return text.split(',').map((word) => {
    const role = roleNames.find((name) => name === word.trim());
    if (role) return role;
    throw new SettingsProblem(`HEADWATER_ROLES names "${word}". Use all, or a list of: ${roleNames.join(', ')}.`);
  });
}

function readCertificate(certificate: string | undefined, key: string | undefined): Settings['rtmpsCertificate'] {
  if (certificate && key) return { certificate: resolve(projectFolder, certificate), key: resolve(projectFolder, key) };
  if (!certificate && !key) return undefined;
  const [there, missing] = certificate ? ['CERTIFICATE', 'KEY'] : ['KEY', 'CERTIFICATE'];
  throw new SettingsProblem(`HEADWATER_RTMPS_${there} needs HEADWATER_RTMPS_${missing} beside it: name both files.`);
}

function url(name: string, value: string, protocol: RegExp): string {
  if (URL.canParse(value) && protocol.test(new URL(value).protocol)) return value.replace(/\/$/, '');
  throw new SettingsProblem(`${name} is not an address that can be used here: ${value}`);
}

/** Settings as the environment of every program, defaults spelled out. */
export function toEnvironment(settings: Settings): Record<string, string> {
  return {
    HEADWATER_DATA: settings.dataFolder,
    HEADWATER_BIND: settings.bind,
    HEADWATER_PORT: String(settings.port),
    HEADWATER_EDGE_PORT: String(settings.edgePort),
    HEADWATER_DNS_PORT: String(settings.dnsPort),
    HEADWATER_RTMP_PORT: String(settings.rtmpPort),
    HEADWATER_RTMPS_PORT: String(settings.rtmpsPort),
    HEADWATER_DEMO_ORIGIN_PORT: String(settings.demoOriginPort),
    HEADWATER_EDGE_DOMAIN: settings.edgeDomain,
    HEADWATER_PUBLIC_URL: settings.publicUrl,
    HEADWATER_ROLES: settings.roles.join(','),
    HEADWATER_DEMO: settings.demo ? '1' : '0',
    HEADWATER_ALLOW_PRIVATE_ORIGINS: settings.allowPrivateOrigins ? '1' : '0',
    HEADWATER_TRUST_PROXY: settings.trustProxy ? '1' : '0',
    HEADWATER_CONTROL_URL: settings.controlUrl,
    ...(settings.databaseUrl ? { DATABASE_URL: settings.databaseUrl } : {}),
  };
}

/** Links in the path are resolved once it exists, so that it compares with what /proc shows. */
export function withRealDataFolder(settings: Settings): Settings {
  return { ...settings, dataFolder: realpathSync(settings.dataFolder) };
}
