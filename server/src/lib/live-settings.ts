import { z } from 'zod';

const host = /^[a-z0-9{}]([a-z0-9.{}-]{0,251}[a-z0-9}])?$/;

export const liveEnvironment = {
  HEADWATER_INGEST_HOST: z
    .string()
    .trim()
    .toLowerCase()
    .regex(host, 'use a host name such as ingest.example.com, or {server}.ingest.example.com')
    .optional(),
  HEADWATER_LIVE_STREAMS_AT_ONCE: z.coerce.number().int().min(0).max(100_000).default(20),
};

export type LiveSettings = {
  /** What publishers connect to; `{server}` stands for the name of the live server. */
  ingestHost: string;
  /** How many streams of a service may be live at once, unless the service says otherwise. */
  liveStreamsAtOnce: number;
};

export const readLiveSettings = (
  given: z.output<z.ZodObject<typeof liveEnvironment>>,
  installation: { publicUrl: string; bind: string },
): LiveSettings => ({
  ingestHost: given.HEADWATER_INGEST_HOST ?? reachableHost(installation),
  liveStreamsAtOnce: given.HEADWATER_LIVE_STREAMS_AT_ONCE,
});

/** Programs that publish do not all know that `localhost` is this machine in both families: the address itself is sure. */
const reachableHost = ({ publicUrl, bind }: { publicUrl: string; bind: string }) => {
  const { hostname } = new URL(publicUrl);
  return hostname === 'localhost' ? (bind === '0.0.0.0' || bind === '::' ? '127.0.0.1' : bind) : hostname;
};
