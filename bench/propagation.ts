import { join } from 'node:path';
import type { EdgeZoneConfig } from '@headwater/engines/nginx';
import { Api } from './lib/api.ts';
import { type EdgeAnswer, fetchFromEdge, waitForAnswer } from './lib/edge-client.ts';
import { dropDataFolder, makeDataFolder, startHeadwater } from './lib/headwater.ts';
import type { Section } from './lib/section.ts';
import { load } from './lib/wrk.ts';
import { openBareMechanism } from './propagation/bare-mechanism.ts';
import { Comparison } from './propagation/comparison.ts';
import { addZones } from './propagation/fill.ts';
import { startOrigins } from './propagation/origins.ts';

const zones = 5000;
const rounds = 100;

/** How long a change and a purge take from the API's answer until the edge serves accordingly, at 5,000 zones. */
export async function run(): Promise<Section> {
  const dataFolder = await makeDataFolder();
  const origins = await startOrigins();
  const headwater = await startHeadwater(dataFolder);
  try {
    const api = new Api(headwater.url);
    await api.signIn('demo@headwater.test', 'headwater-demo');
    const { services } = await api.ask<{ services: { id: number; domainstatus: string }[] }>('GET', '/services');
    const list = `/services/${services.find((one) => one.domainstatus === 'Active')!.id}/zones/http/pull`;
    await addZones(headwater.databaseUrl, Number(list.split('/')[2]), zones, origins.urls[0]);
    const { zone } = await api.ask<{ zone: { id: string; hostname: string } }>('POST', list, {
      name: 'Measured',
      origin: origins.urls[0],
      settings: { edgeTtlSeconds: 0, staleIfErrorSeconds: 0 },
    });
    const path = `${list}/${zone.id}`;
    const ask = (file = '/') => fetchFromEdge(headwater.edgePort, zone.hostname, file);
    await waitForAnswer(ask, (answer) => answer.status === 200);

    // The bare mechanism drives a zone of its own in the same nginx, in turn with ours.
    const bare = await openBareMechanism(
      headwater.databaseUrl,
      join(dataFolder, 'nodes/edge-1/nginx/run/control.sock'),
    );
    const bareZone = (origin: string, generation: number): EdgeZoneConfig => ({
      id: 'bare',
      hosts: ['bare.cdn.localhost'],
      path: null,
      disabled: false,
      origin: { url: origin, hostHeader: null, door: null, addresses: [new URL(origin).host] },
      access: null,
      delivery: 'cached',
      cache: { edgeTtlSeconds: generation ? null : 0, queryString: 'keep', staleIfErrorSeconds: 0 },
      purge: { generation, bans: [] },
    });
    const askBare = (file = '/') => fetchFromEdge(headwater.edgePort, 'bare.cdn.localhost', file);

    const changes = new Comparison();
    for (let round = 0; round < rounds; round++) {
      const to = (round + 1) % 2;
      const served = (answer: EdgeAnswer) => answer.body === 'ab'[to];
      await changes.time(
        'ours',
        () => api.ask('PATCH', path, { origin: origins.urls[to] }),
        () => waitForAnswer(ask, served),
      );
      await changes.time(
        'bare',
        () => bare.change(bareZone(origins.urls[to]!, 0)),
        () => waitForAnswer(askBare, served),
      );
    }

    await api.ask('PATCH', path, { settings: { edgeTtlSeconds: 3600 } });
    const purges = new Comparison();
    const hit = (answer: EdgeAnswer) => answer.cache === 'HIT';
    const miss = (answer: EdgeAnswer) => answer.cache === 'MISS';
    await bare.change(bareZone(origins.urls[0], 1));
    for (let round = 1; round <= rounds; round++) {
      const file = `/purge-${round}`;
      await waitForAnswer(() => ask(file), hit);
      await waitForAnswer(() => askBare(file), hit);
      await purges.time(
        'ours',
        () => api.ask('POST', `${path}/purge`, { files: [file] }),
        () => waitForAnswer(() => ask(file), miss),
      );
      await purges.time(
        'bare',
        () => bare.change(bareZone(origins.urls[0], round + 1)),
        () => waitForAnswer(() => askBare(file), miss),
      );
    }
    await bare.close();
    const failed = await loadDuringChanges();

    return {
      title: `From the API's answer to what the edge serves, at ${zones} zones (${rounds} rounds each)`,
      rows: [
        ...changes.rows('Change of origin: API 200 → edge serves it', 'Change of origin: asked → edge serves it'),
        ...purges.rows('Purge: API 202 → first MISS', 'Purge: asked → first MISS'),
        {
          what: 'Failed requests during 1,000 zone changes under load',
          value: `${failed.failed} of about ${failed.requests}`,
          against: '–',
          mark: '0',
          met: failed.failed === 0,
        },
      ],
    };

    async function loadDuringChanges() {
      const [seconds, url] = [2, `http://127.0.0.1:${headwater.edgePort}/purge-1`];
      const total = { failed: 0, requests: 0 };
      let changing = true;
      const loading = (async () => {
        while (changing) {
          const part = await load(url, { seconds, connections: 8, headers: { Host: zone.hostname } });
          total.failed += part.failed;
          total.requests += Math.round(part.requestsPerSecond * seconds);
        }
      })();
      for (let change = 0; change < 1000; change++) {
        await api.ask('PATCH', path, { settings: { edgeTtlSeconds: 3600 + change } });
      }
      changing = false;
      await loading;
      return total;
    }
  } finally {
    origins.stop();
    await headwater.stop();
    await dropDataFolder(dataFolder);
  }
}
