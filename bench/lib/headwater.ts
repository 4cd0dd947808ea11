import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@headwater/engines/lib/testing';

const start = join(import.meta.dirname, '../../supervisor/bin/start.mjs');

export type Headwater = {
  /** `http://127.0.0.1:<port>` of the panel and the API. */
  url: string;
  edgePort: number;
  dnsPort: number;
  dataFolder: string;
  /** The supervisor's process id. */
  pid: number;
  databaseUrl: string;
  /** From the command to the line that says it is ready, milliseconds. */
  readyMs: number;
  stop(): Promise<void>;
};

/** Makes a data folder that the bench may throw away. */
export const makeDataFolder = () => mkdtemp(join(tmpdir(), 'headwater-bench-'));
export const dropDataFolder = (folder: string) => rm(folder, { recursive: true, force: true });

/** Starts Headwater as a customer would, on free ports, and resolves when it says that it is ready. */
export async function startHeadwater(dataFolder: string, environment: Record<string, string> = {}): Promise<Headwater> {
  const [port, edgePort, dnsPort, originPort, rtmpPort, rtmpsPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [start], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      HEADWATER_DATA: dataFolder,
      HEADWATER_PORT: String(port),
      HEADWATER_EDGE_PORT: String(edgePort),
      HEADWATER_DNS_PORT: String(dnsPort),
      HEADWATER_RTMP_PORT: String(rtmpPort),
      HEADWATER_RTMPS_PORT: String(rtmpsPort),
      HEADWATER_DEMO_ORIGIN_PORT: String(originPort),
      HEADWATER_ALLOW_PRIVATE_ORIGINS: '1',
      ...environment,
    },
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('Headwater is ready')) break;
  if (child.exitCode !== null) throw new Error('Headwater ended before it was ready');
  const readyMs = performance.now() - startedAt;
  child.stdout.resume();
  const written = JSON.parse(await readFile(join(dataFolder, 'run/environment.json'), 'utf8')) as Record<
    string,
    string
  >;
  return {
    url: `http://127.0.0.1:${port}`,
    edgePort,
    dnsPort,
    dataFolder,
    pid: child.pid!,
    databaseUrl: written.DATABASE_URL!,
    readyMs,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
