import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { Api } from './lib/api.ts';
import { dropDataFolder, makeDataFolder, startHeadwater } from './lib/headwater.ts';
import type { Section } from './lib/section.ts';
import { type Weight, weigh } from './pages/weigh.ts';

/** What a first visit to the sign-in page and to the first signed-in screen costs, beside the least that React can do. */
export async function run(): Promise<Section> {
  const dataFolder = await makeDataFolder();
  const plainFolder = await makeDataFolder();
  const plain = await servePlainPage(plainFolder);
  const headwater = await startHeadwater(dataFolder);
  try {
    const login = await new Api(headwater.url).signIn('demo@headwater.test', 'headwater-demo');
    const bare = await weigh(`http://127.0.0.1:${(plain.address() as { port: number }).port}/`, 'button');
    const signIn = await weigh(`${headwater.url}/`, 'input[type=password]');
    const home = await weigh(`${headwater.url}/home`, 'main table a, main a[href*="dashboard"]', { token: login });
    const against = `a plain React page: ${describe(bare)}`;
    return {
      title: 'First load of the panel (JavaScript and CSS, gzip; 1.5 Mbit/s and a CPU 4 times slower)',
      rows: [
        row('Sign-in page', signIn, against, 150, 10, bare),
        row('First signed-in screen', home, against, 260, 20, bare),
      ],
    };
  } finally {
    plain.close().closeAllConnections();
    await headwater.stop();
    await Promise.all([dropDataFolder(dataFolder), dropDataFolder(plainFolder)]);
  }
}

function row(
  what: string,
  weight: Weight,
  against: string,
  kilobytes: number,
  requests: number,
  bare: Weight,
): Section['rows'][number] {
  return {
    what,
    value: describe(weight),
    against,
    ratio: weight.usableMs / bare.usableMs,
    mark: `≤ ${kilobytes} KB, ≤ ${requests} requests`,
    met: weight.codeBytes <= kilobytes * 1000 && weight.requests <= requests,
    note: 'ratio of the time until usable',
  };
}

const describe = ({ codeBytes, requests, usableMs }: Weight) =>
  `${(codeBytes / 1000).toFixed(1)} KB, ${requests} requests, usable after ${(usableMs / 1000).toFixed(1)} s`;

async function servePlainPage(folder: string): Promise<Server> {
  await build({
    root: join(import.meta.dirname, 'pages/plain'),
    logLevel: 'silent',
    build: { outDir: folder, emptyOutDir: true },
  });
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
  const server = createServer(async (request, response) => {
    const path = request.url === '/' ? '/index.html' : request.url!;
    const file = await readFile(join(folder, path)).catch(() => null);
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
    });
    response.end(gzipSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
