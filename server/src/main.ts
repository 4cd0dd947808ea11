import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { forbiddenReason, resolveOrigin } from '@headwater/engines/address';
import { lookUpDelegation as askParent, systemResolver } from '@headwater/engines/dns-lookup';
import { findFfmpeg, PreviewFailed, renderFilterFrame } from '@headwater/engines/ffmpeg';
import { outboxTransport, smtpTransport } from '@headwater/engines/smtp';
import { buildApp } from './app.ts';
import type { SendMail } from './features/mail/index.ts';
import { connectDatabase } from './lib/db.ts';
import { type FilterEngine, limitDrawing } from './lib/draw-filter.ts';
import { Listener } from './lib/listen.ts';
import { Metrics } from './lib/metrics.ts';
import { eventsChannel, feedChannel } from './lib/notify.ts';
import type { ResolveOrigin } from './lib/origins.ts';
import type { LookUpDelegation } from './lib/parent-zone.ts';
import { readSettings } from './lib/settings.ts';
import { setupWarnings } from './lib/setup-warnings.ts';
import { startWorker } from './worker.ts';

// Starts one control-plane process: `main.ts api` or `main.ts worker`. The one place that joins engines to features.

const settings = readSettings();
const role = process.argv[2];
const database = connectDatabase(settings);

// An edge on this machine would fetch from itself without end; other edges refuse their own addresses likewise.
const ownAddresses = Object.values(networkInterfaces()).flatMap((of) => of?.map(({ address }) => address) ?? []);

const pngStart = 0x89;

const drawFilter: FilterEngine = async (filter, image) => {
  const programs = findFfmpeg();
  if (!programs.ok) {
    const reason = `${programs.reason}. To install it: ${programs.remedy}`;
    return { ok: false, why: 'tool', part: null, reason };
  }
  const mediaType = image?.[0] === pngStart ? 'image/png' : 'image/jpeg';
  const laid = image && ({ mediaType, base64: image.toString('base64') } as const);
  try {
    return { ok: true, jpeg: await renderFilterFrame({ programs, filter: { ...filter, image: laid } }) };
  } catch (error) {
    if (!(error instanceof PreviewFailed)) throw error;
    const { why, part, message: reason } = error;
    return { ok: false, why, part, reason };
  }
};

const resolve: ResolveOrigin = async (host) => {
  const { addresses } = await resolveOrigin(host, { timeoutMs: 3000 });
  return {
    addresses: addresses.map(({ address }) => ({ address, forbidden: forbiddenReason(address, ownAddresses) })),
  };
};

const lookUpDelegation: LookUpDelegation = async (domain) => {
  const said = await askParent(domain, {
    resolver: settings.dnsResolver ?? systemResolver(),
    authorityPort: settings.dnsAuthorityPort,
    // A customer may be the one who says where a parent's name servers are.
    mayAsk: (address) => settings.allowPrivateOrigins || forbiddenReason(address) === null,
  });
  if (!('problem' in said)) return said;
  return { problem: said.problem === 'unreachable' ? 'unreachable' : 'missing' };
};

if (role === 'api') onStop(await startApi());
else if (role === 'worker')
  onStop((await startWorker(settings, database, { transport: chooseTransport(), lookUpDelegation })).stop);
else {
  console.error('usage: main.ts api | worker');
  process.exit(2);
}

function chooseTransport(): SendMail {
  if (settings.smtpUrl) return smtpTransport(settings.smtpUrl);
  return outboxTransport(join(settings.dataFolder, 'outbox'));
}

async function startApi(): Promise<() => Promise<void>> {
  for (const warning of setupWarnings(settings)) console.warn(`warning: ${warning}`);
  const listener = new Listener(settings.databaseUrl);
  await listener.start([eventsChannel, feedChannel]);
  const metrics = settings.metricsPort ? new Metrics(database) : null;
  const app = await buildApp({
    database,
    listener,
    settings,
    resolveOrigin: resolve,
    lookUpDelegation,
    drawFilter: limitDrawing(drawFilter),
    panelFolder: process.env.HEADWATER_PANEL_FOLDER ?? join(import.meta.dirname, '../../panel/dist'),
    logLevel: 'warn',
    ...(metrics && { observe: metrics.observe }),
  });
  await app.listen({ host: settings.bind, port: settings.port });
  console.log(`api listens on http://${settings.bind}:${settings.port}`);
  const scrapes = await metrics?.listen(settings.bind, settings.metricsPort ?? 0);
  return async () => {
    await scrapes?.close();
    await app.close();
    await listener.close();
  };
}

function onStop(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      // Whatever hangs: the supervisor must not have to wait for it.
      setTimeout(() => process.exit(0), 3000).unref();
      await stop();
      await database.close();
      process.exit(0);
    });
  }
}
