import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

const roleNames = ['control', 'edge', 'dns'] as const;
export type Role = (typeof roleNames)[number];

export type Settings = {
  dataFolder: string;
  bind: string;
  port: number;
  edgePort: number;
  dnsPort: number;
  /** Questions a second that one address may ask before it has to ask by TCP. Undefined: the engine's own limit. */
  dnsQueriesPerSecond: number | undefined;
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
  /** For a name server beside an edge: each node joins with a token of its own. */
  dnsJoinToken: string | undefined;
  development: boolean;
};

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
  const httpPort = port('HEADWATER_PORT', 3000);
  const settings: Settings = {
    dataFolder: resolve(projectFolder, text('HEADWATER_DATA') ?? 'data'),
    bind,
    port: httpPort,
    edgePort: port('HEADWATER_EDGE_PORT', 8080),
    dnsPort: port('HEADWATER_DNS_PORT', 5300),
    dnsQueriesPerSecond: count('HEADWATER_DNS_RATE_LIMIT'),
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
    dnsJoinToken: text('HEADWATER_DNS_JOIN_TOKEN'),
    development,
  };
  if (!roles.includes('control') && !text('HEADWATER_CONTROL_URL')) {
    throw new SettingsProblem(
      'HEADWATER_ROLES leaves out the control plane. Say where it is: HEADWATER_CONTROL_URL=https://panel.example.com',
    );
  }
  refuseSharedPorts(settings);
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

function url(name: string, value: string, protocol: RegExp): string {
  if (URL.canParse(value) && protocol.test(new URL(value).protocol)) return value.replace(/\/$/, '');
  throw new SettingsProblem(`${name} is not an address that can be used here: ${value}`);
}

type ListenPort = { variable: string; port: number; bind: string; udp?: true };

/** The ports that this installation listens on, by the variable that changes each. */
export function listPorts(settings: Settings): ListenPort[] {
  const { bind } = settings;
  return [
    ...(settings.roles.includes('control') ? [{ variable: 'HEADWATER_PORT', port: settings.port, bind }] : []),
    ...(settings.roles.includes('control') && settings.metricsPort
      ? [{ variable: 'HEADWATER_METRICS_PORT', port: settings.metricsPort, bind }]
      : []),
    ...(settings.roles.includes('edge') ? [{ variable: 'HEADWATER_EDGE_PORT', port: settings.edgePort, bind }] : []),
    ...(settings.roles.includes('dns')
      ? [{ variable: 'HEADWATER_DNS_PORT', port: settings.dnsPort, bind, udp: true as const }]
      : []),
    ...(settings.demo
      ? [{ variable: 'HEADWATER_DEMO_ORIGIN_PORT', port: settings.demoOriginPort, bind: '127.0.0.1' }]
      : []),
  ];
}

function refuseSharedPorts(settings: Settings): void {
  const seen = new Map<number, string>();
  for (const { variable, port } of listPorts(settings)) {
    const other = seen.get(port);
    if (other) throw new SettingsProblem(`${other} and ${variable} are both ${port}. Give one of them another port.`);
    seen.set(port, variable);
  }
}

/** Settings as the environment of every program, defaults spelled out. */
export function toEnvironment(settings: Settings): Record<string, string> {
  return {
    HEADWATER_DATA: settings.dataFolder,
    HEADWATER_BIND: settings.bind,
    HEADWATER_PORT: String(settings.port),
    HEADWATER_EDGE_PORT: String(settings.edgePort),
    HEADWATER_DNS_PORT: String(settings.dnsPort),
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
