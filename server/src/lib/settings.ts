import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import '@headwater/contract/lib/issue-words';
import { z } from 'zod';
import { type DnsSettings, dnsEnvironment, readDnsSettings } from './dns-settings.ts';
import { type LiveSettings, liveEnvironment, readLiveSettings } from './live-settings.ts';
import { linkEnvironment, readLinks, type WebLinks } from './web-links.ts';

const flag = z
  .enum(['0', '1', 'on', 'off', 'true', 'false'])
  .transform((value) => value === '1' || value === 'on' || value === 'true');
const port = z.coerce.number().int().min(1).max(65_535);
const sender = z.object({ name: z.string(), address: z.email('use an address, or Name <address>') });

const Environment = z.object({
  DATABASE_URL: z.string('DATABASE_URL must name a PostgreSQL database'),
  DATABASE_APP_URL: z.string().optional(),
  HEADWATER_DATA: z.string().default('data'),
  HEADWATER_SECRET: z.string().min(32, 'HEADWATER_SECRET must have at least 32 characters').optional(),
  HEADWATER_BIND: z.string().default('127.0.0.1'),
  HEADWATER_PORT: port.default(3000),
  HEADWATER_EDGE_PORT: port.default(8080),
  HEADWATER_METRICS_PORT: port.optional(),
  HEADWATER_EDGE_DOMAIN: z.string().default('cdn.localhost'),
  HEADWATER_PUBLIC_URL: z.url().optional(),
  HEADWATER_TRUST_PROXY: flag.default(false),
  HEADWATER_DEMO: flag.default(true),
  HEADWATER_DEMO_ORIGIN_PORT: port.default(3081),
  HEADWATER_ALLOW_PRIVATE_ORIGINS: flag.default(false),
  HEADWATER_RATE_LIMIT: z.coerce.number().int().min(1).max(1_000_000_000).default(1200),
  HEADWATER_PROVIDER_NAME: z.string().default('Headwater'),
  ...linkEnvironment,
  ...dnsEnvironment,
  ...liveEnvironment,
  // What stands in it is not told: it may hold a password.
  HEADWATER_SMTP_URL: z.string().refine(isMailServer, 'use smtp://user:password@host:587, or smtps://').optional(),
  HEADWATER_MAIL_FROM: z.string().transform(toSender).pipe(sender).optional(),
});

/** What the environment says, checked once at start. Names and defaults are documented in docs/operating.md. */
export type Settings = {
  /** The one folder where everything stays. */
  dataFolder: string;
  databaseUrl: string;
  databaseAppUrl: string | null;
  secret: string;
  bind: string;
  port: number;
  edgePort: number;
  /** Null: nobody measures. */
  metricsPort: number | null;
  edgeDomain: string;
  publicUrl: string;
  trustProxy: boolean;
  /** The demo's own origin site, which zones may use although its address is private; null while the demo is off. */
  demoOrigin: string | null;
  allowPrivateOrigins: boolean;
  /** For each person and each API key, and for each address of those who did not sign in. */
  requestsPerMinute: number;
  providerName: string;
  /** Pages, feeds and scripts of the provider's, some of them elsewhere. */
  web: WebLinks;
  /** Null: messages go into the outbox folder. */
  smtpUrl: string | null;
  mailFrom: { name: string; address: string };
} & DnsSettings &
  LiveSettings;

/** Reads the settings from the environment. Throws an Error that names the variable and what it accepts. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  // Set to nothing is not set: so it stands in a file from which somebody took a value out.
  const set = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = Environment.safeParse(Object.fromEntries(set));
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const given = parsed.data;
  // Paths are put behind it.
  const publicUrl = (given.HEADWATER_PUBLIC_URL ?? `http://localhost:${given.HEADWATER_PORT}`).replace(/\/+$/, '');
  const edgeDomain = given.HEADWATER_EDGE_DOMAIN.toLowerCase();
  return {
    dataFolder: resolve(given.HEADWATER_DATA),
    databaseUrl: given.DATABASE_URL,
    databaseAppUrl: given.DATABASE_APP_URL ?? null,
    secret: given.HEADWATER_SECRET ?? readSecret(given.HEADWATER_DATA),
    bind: given.HEADWATER_BIND,
    port: given.HEADWATER_PORT,
    edgePort: given.HEADWATER_EDGE_PORT,
    metricsPort: given.HEADWATER_METRICS_PORT ?? null,
    edgeDomain,
    publicUrl,
    trustProxy: given.HEADWATER_TRUST_PROXY,
    demoOrigin: given.HEADWATER_DEMO ? `http://127.0.0.1:${given.HEADWATER_DEMO_ORIGIN_PORT}` : null,
    allowPrivateOrigins: given.HEADWATER_ALLOW_PRIVATE_ORIGINS,
    requestsPerMinute: given.HEADWATER_RATE_LIMIT,
    providerName: given.HEADWATER_PROVIDER_NAME,
    web: readLinks(given),
    smtpUrl: given.HEADWATER_SMTP_URL ?? null,
    mailFrom: given.HEADWATER_MAIL_FROM ?? {
      name: given.HEADWATER_PROVIDER_NAME,
      address: `no-reply@${new URL(publicUrl).hostname}`,
    },
    ...readDnsSettings(given, { edgeDomain, isDemo: given.HEADWATER_DEMO }),
    ...readLiveSettings(given, { publicUrl, bind: given.HEADWATER_BIND }),
  };
}

function readSecret(dataFolder: string): string {
  const file = join(resolve(dataFolder), 'secret');
  if (!existsSync(file)) throw new Error(`HEADWATER_SECRET is not set and ${file} does not exist`);
  return readFileSync(file, 'utf8').trim();
}

function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  const isEscaped = (part: string) => /^([^%]|%[0-9a-f]{2})*$/i.test(part);
  return (
    /^smtps?:$/.test(protocol) &&
    hostname !== '' &&
    isEscaped(username) &&
    isEscaped(password) &&
    /^\/?$/.test(pathname) &&
    search + hash === ''
  );
}

/** `Name <address>`, or an address alone. */
function toSender(text: string): { name: string; address: string } {
  const [, name = '', address = text] = /^(.*)<([^<>]*)>\s*$/s.exec(text) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/s, '$1'), address: address.trim() };
}
