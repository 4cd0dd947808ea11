import { streamRoutes } from '@headwater/contract/streams/routes';
import { type Stream, StreamType } from '@headwater/contract/streams/schema';
import { replaceSettings } from '@headwater/contract/streams/settings';
import { sql } from 'kysely';
import type { Tx } from '../../lib/db.ts';
import type { Serve } from '../../lib/feature.ts';
import { notFound, Problem } from '../../lib/problem.ts';
import { serve } from '../../lib/serve.ts';
import type { Who } from '../../lib/who.ts';
import { listProgress } from '../nodes/index.ts';
import { countOnEmptyPage, findService } from '../services/index.ts';
import { readTraffic } from '../usage/index.ts';
import { changeStream, refuseDeleted } from './change.ts';
import { checkSettings } from './check-settings.ts';
import { checkSources } from './check-sources.ts';
import { createStream } from './create.ts';
import { linkHandlers } from './links.ts';
import { readHealth } from './live/health.ts';
import { listSessions } from './live/sessions.ts';
import { recordingHandlers } from './recordings/routes.ts';
import { joinSettings, newKey, sealSecrets, splitSettings, unsealSecrets } from './secrets.ts';
import { listServers } from './servers.ts';
import { findShownStream, findStream, isAway, listStreams, readKey, type StreamKey } from './store.ts';
import { hideSourceSecrets, toStream } from './to-stream.ts';

const shownSource = ({ url }: { url: string }) => hideSourceSecrets(url);

export const serveStreams: Serve = (deps) => {
  const { database, settings } = deps;

  const readProgress = async (tx: Tx) => ({
    edge: await listProgress(tx, 'edge'),
    live: await listProgress(tx, 'live'),
  });
  const show = (who: Who, key: StreamKey): Promise<{ stream: Stream }> =>
    database.readAsCustomer(who.customerId, async (tx) => {
      const [row, progress] = await Promise.all([findShownStream(tx, key), readProgress(tx)]);
      if (!row) throw notFound('Stream');
      return { stream: toStream(row, progress, who, settings) };
    });

  serve(deps, streamRoutes, {
    listStreams: ({ who, params, query }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const asked = { ...readKey(params), ...query, deleted: query.deleted === '1' };
        const [rows, progress] = await Promise.all([listStreams(tx, asked), readProgress(tx)]);
        // A stream that was found proves its service; only an empty page has to ask.
        const total = rows[0]?.total ?? (await countOnEmptyPage(tx, asked, listStreams));
        const streams = rows.map((row) => toStream(row, progress, who, settings));
        return { streams, page: query.page, rows: query.rows, total };
      }),

    getServiceStreams: ({ who, params }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const service = await findService(tx, params.serviceId);
        if (!service) throw notFound('Service');
        const { rows: counts } = await sql<{ type: string; streams: number; live: number }>`
          select s.type, count(*) as streams, count(*) filter (where now.state = 'live' and not ${sql.raw(isAway)}) as live
          from streams s left join stream_states now on now.stream_id = s.id left join nodes n on n.id = s.node_id
          where s.service_id = ${params.serviceId} and s.deleted_at is null group by s.type`.execute(tx.db);
        const { rows: limits } = await sql<{ streams_at_once: number | null }>`
          select streams_at_once from services where id = ${params.serviceId}`.execute(tx.db);
        return {
          types: StreamType.options.map(
            (type) => counts.find((one) => one.type === type) ?? { type, streams: 0, live: 0 },
          ),
          streamsAtOnce: limits[0]?.streams_at_once ?? settings.liveStreamsAtOnce,
        };
      }),

    listStreamServers: ({ who, params }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        if (!(await findService(tx, params.serviceId))) throw notFound('Service');
        return { servers: await listServers(tx) };
      }),

    async createStream({ who, params, body }) {
      const key = readKey(params);
      return show(who, { ...key, streamId: await createStream(deps, who, key, body) });
    },

    getStream: ({ who, params }) => show(who, readKey(params)),

    async updateStream({ who, params, body, ifMatch }) {
      const key = readKey(params);
      await changeStream(deps, who, key, { action: 'stream.changed', ifMatch }, async (stream, tx) => {
        refuseDeleted(stream);
        if (body.delaySeconds !== undefined && stream.type !== 'timeshift') {
          throw new Problem('conflict', 'Only a timeshift stream has a delay.');
        }
        const plainFields = {
          ...(body.name !== undefined && { name: body.name }),
          ...(body.delaySeconds !== undefined && { delay_seconds: body.delaySeconds }),
          ...(body.reconnectSeconds !== undefined && { reconnect_seconds: body.reconnectSeconds }),
        };
        if (!body.settings) return plainFields;
        const before = unsealSecrets(settings, stream.secrets);
        const wanted = replaceSettings(joinSettings(stream.settings, before), body.settings);
        await checkSettings(tx, stream.service_id, stream.type, wanted);
        const { plain, tokenSecrets, rtmpPassword } = splitSettings(wanted);
        const after = { ...before, tokenSecrets, rtmpPassword };
        const isSecretNew = JSON.stringify(after) !== JSON.stringify(before);
        return { ...plainFields, settings: plain, ...(isSecretNew && { secrets: sealSecrets(settings, after) }) };
      });
      return show(who, key);
    },

    async updateSources({ who, params, body, ifMatch }) {
      const key = readKey(params);
      const stream = await database.readAsCustomer(who.customerId, (tx) => findStream(tx, key));
      if (stream.input !== 'pull') throw new Problem('conflict', 'This stream is pushed: it has no sources.');
      await checkSources(deps, body.sources);
      await changeStream(deps, who, key, { action: 'stream.sources-changed', ifMatch }, (locked) => {
        refuseDeleted(locked);
        const secrets = unsealSecrets(settings, locked.secrets);
        if (JSON.stringify(secrets.sources) === JSON.stringify(body.sources)) return {};
        const told = { sources: { from: secrets.sources.map(shownSource), to: body.sources.map(shownSource) } };
        return { secrets: sealSecrets(settings, { ...secrets, sources: body.sources }), told };
      });
      return show(who, key);
    },

    async setStreamStatus({ who, params, body, ifMatch }) {
      const key = readKey(params);
      const action = body.status === 1 ? 'stream.disabled' : 'stream.enabled';
      await changeStream(deps, who, key, { action, ifMatch }, (stream) => {
        refuseDeleted(stream);
        return { status: body.status };
      });
      return show(who, key);
    },

    async restartStream({ who, params, ifMatch }) {
      const key = readKey(params);
      await changeStream(deps, who, key, { action: 'stream.restarted', ifMatch }, (stream) => {
        refuseDeleted(stream);
        return { generation: stream.generation + 1 };
      });
      return show(who, key);
    },

    async rotateStreamKey({ who, params, ifMatch }) {
      const key = readKey(params);
      await changeStream(deps, who, key, { action: 'stream.key-rotated', ifMatch }, (stream) => {
        refuseDeleted(stream);
        if (stream.input !== 'push') throw new Problem('conflict', 'This stream is pulled: it has no key.');
        const secrets = { ...unsealSecrets(settings, stream.secrets), key: newKey(stream.id) };
        return { secrets: sealSecrets(settings, secrets), key_rotated_at: new Date() };
      });
      return show(who, key);
    },

    async deleteStream({ who, params, ifMatch }) {
      const key = readKey(params);
      await changeStream(deps, who, key, { action: 'stream.deleted', ifMatch }, () => ({ deleted_at: new Date() }));
      return show(who, key);
    },

    async restoreStream({ who, params, ifMatch }) {
      const key = readKey(params);
      await changeStream(deps, who, key, { action: 'stream.restored', ifMatch }, () => ({ deleted_at: null }));
      return show(who, key);
    },

    getStreamHealth: ({ who, params }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const stream = await findStream(tx, readKey(params));
        return { health: await readHealth(tx, stream.id) };
      }),

    getStreamStatistics: ({ who, params, query }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const { id: zoneId } = await findStream(tx, readKey(params));
        const { serviceId } = params;
        return { statistics: await readTraffic(tx, { serviceId, zoneId }, query.range, new Date()) };
      }),

    listStreamSessions: ({ who, params, query }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const stream = await findStream(tx, readKey(params));
        return { ...(await listSessions(tx, stream.id, query)), page: query.page, rows: query.rows };
      }),

    ...linkHandlers(deps),
    ...recordingHandlers(deps),
  });
};
