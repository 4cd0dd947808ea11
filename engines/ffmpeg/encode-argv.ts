import { oneOf, urlOf, wholeIn } from './checked.ts';
import { graphOfFilter, graphOfRungs } from './filter-graph.ts';
import type { Fonts } from './find.ts';
import type { EncodeFilter, EncodeInput, EncodeRung, Rate } from './shapes.ts';

export type EncodeRequest = {
  programs: { ffmpeg: string; fonts: Fonts };
  input: EncodeInput;
  /** Empty: what comes in goes out as it is, as one rung `v0`. */
  rungs: readonly EncodeRung[];
  filter: EncodeFilter | null;
  /** Of a copy: the shortest segment; it grows to the next key frame. Of a ladder: the rungs' own interval counts. */
  segmentSeconds: number;
  /** Of the first segment that is written. */
  startNumber: number;
};

/** Apart from what is written all the time: who watches it is woken by closed segments alone. */
export const listFolder = 'lists';

/** Where all timestamps begin: with room below, nothing is shifted by B-frames, and all rungs keep the same clock. */
export const firstTimestampSeconds = 10;

const quiet = ['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'warning', '-y'];
const progress = ['-progress', 'pipe:1', '-stats_period', '1'];
/** Less than a key frame's distance of an ordinary source, and ffmpeg would say that there is no video. */
const probing = ['-analyzeduration', '3000000', '-probesize', '2000000'];
const patience = ['-rw_timeout', '15000000'];
/** Whoever watches the session is to say first why nothing comes of it. */
const sessionPatience = ['-rw_timeout', '20000000'];

/**
 * One ffmpeg that reads one input once and writes `<rung>/<n>.ts` for each rung, and a line into
 * `lists/<rung>.csv` the moment a segment is closed. All paths are relative: it must be started in a folder laid by `layEncode`.
 */
export function encodeArgv(request: EncodeRequest): string[] {
  const { programs, input, rungs, startNumber } = request;
  wholeIn('The first number', startNumber, 0, Number.MAX_SAFE_INTEGER);
  const outputs = rungs.length === 0 ? copyTo(request) : ladderTo(request);
  return [programs.ffmpeg, ...quiet, ...progress, ...inputOf(input), ...outputs];
}

export const rungNames = (count: number) => Array.from({ length: Math.max(1, count) }, (_, index) => `v${index}`);

function inputOf(input: EncodeInput): string[] {
  if (input.kind === 'session') {
    const reading = [...probing, ...sessionPatience, '-protocol_whitelist', 'rtmp,tcp'];
    return [...reading, '-i', urlOf('The session', input.url, ['rtmp'])];
  }
  const common = [...probing, ...patience];
  const agent = input.userAgent ?? 'Headwater';
  switch (oneOf('The format', input.format, ['rtmp', 'hls', 'mp4'])) {
    case 'rtmp': {
      const tcUrl = input.tcUrl ? ['-rtmp_tcurl', urlOf('The address', input.tcUrl, ['rtmp', 'rtmps'])] : [];
      const reading = ['-protocol_whitelist', 'rtmp,rtmps,tcp,tls,httpproxy', '-f', 'flv', ...tcUrl];
      return [...common, ...reading, '-i', urlOf('The source', input.url, ['rtmp', 'rtmps'])];
    }
    case 'hls': {
      // A connection each, so that every address is looked at; a list that stands still for long is an end.
      const reading = ['-http_persistent', '0', '-http_multiple', '0', '-live_start_index', '-3', '-max_reload', '30'];
      const safe = ['-protocol_whitelist', 'http,https,tcp,tls,crypto,httpproxy', '-user_agent', headerOf(agent)];
      return [
        ...common,
        '-re',
        '-f',
        'hls',
        ...safe,
        ...reading,
        '-i',
        urlOf('The source', input.url, ['http', 'https']),
      ];
    }
    case 'mp4': {
      const safe = ['-protocol_whitelist', 'http,https,tcp,tls,httpproxy', '-user_agent', headerOf(agent)];
      const again = ['-reconnect', '1', '-reconnect_on_network_error', '1', '-reconnect_delay_max', '4'];
      const reading = ['-re', '-stream_loop', '-1', '-f', 'mp4', ...safe, ...again];
      return [...common, ...reading, '-i', urlOf('The source', input.url, ['http', 'https'])];
    }
  }
}

function headerOf(value: string): string {
  return value.replace(/[^\w ./()+;-]/g, '').slice(0, 200) || 'Headwater';
}

function copyTo({ segmentSeconds, startNumber }: EncodeRequest): string[] {
  const seconds = wholeIn('The length of segments', segmentSeconds, 1, 30);
  return ['-map', '0:v:0', '-map', '0:a:0?', '-c', 'copy', ...segmentsTo('v0', seconds, startNumber)];
}

function ladderTo({ programs, rungs, filter, startNumber }: EncodeRequest): string[] {
  const gopSeconds = wholeIn('The key frame interval', rungs[0]!.gopSeconds, 1, 10);
  oneOf('The number of rungs', rungs.length, [1, 2, 3, 4, 5, 6, 7, 8]);
  for (const rung of rungs) oneOf('The key frame interval of every rung', rung.gopSeconds, [gopSeconds]);
  const graph = `${graphOfFilter('[0:v:0]', filter, programs.fonts)};${graphOfRungs(rungs)}`;
  const outputs = rungs.flatMap((rung, index) => [
    '-map',
    `[v${index}]`,
    '-map',
    '0:a:0?',
    ...videoOf(rung, gopSeconds),
    ...audioOf(rung.audio),
    ...segmentsTo(`v${index}`, gopSeconds, startNumber),
  ]);
  return ['-filter_complex', graph, ...outputs];
}

function videoOf(rung: EncodeRung, gopSeconds: number): string[] {
  const preset = oneOf('The preset', rung.preset, ['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium']);
  const profile = oneOf('The profile', rung.profile, ['baseline', 'main', 'high']);
  const level = oneOf('The level', rung.level, ['auto', '3.0', '3.1', '4.0', '4.1', '4.2', '5.1']);
  return flags({
    'c:v': 'libx264',
    preset,
    'profile:v': profile,
    ...(level === 'auto' ? {} : { 'level:v': level }),
    ...rateOf(rung.rate),
    // Key frames where the clock says so and nowhere else: that is what keeps the rungs aligned.
    force_key_frames: `expr:gte(t,n_forced*${gopSeconds})`,
    'forced-idr': 1,
    sc_threshold: 0,
    g: 9999,
    // Frames keep their times. A source that states a wrong rate would lose frames to the encoder's coarser clock.
    ...(rung.fps === 'source' ? { 'fps_mode:v': 'vfr', 'enc_time_base:v': '1:90000' } : { 'fps_mode:v': 'cfr' }),
  });
}

/** How far above its bitrate a rung may go. */
const bitrateRoom = 1.07;
/** What MPEG-TS adds to what it carries. */
const containerRoom = 1.04;

/** The most bits a second that a rung is meant to take for long, sound and container included. */
export function plannedBitRate({ rate, audio }: EncodeRung): number {
  const videoKbps = rate.mode === 'crf' ? rate.maxKbps : rate.kbps * bitrateRoom;
  return Math.round((videoKbps + audio.kbps) * 1000 * containerRoom);
}

function rateOf(rate: Rate): Options {
  const cap = (kbps: number, room: number): Options => ({
    'maxrate:v': `${Math.round(kbps * room)}k`,
    'bufsize:v': `${Math.round(kbps * 1.5)}k`,
  });
  if (oneOf('The rate', rate.mode, ['bitrate', 'crf']) === 'bitrate' && rate.mode === 'bitrate') {
    const kbps = wholeIn('The bitrate', rate.kbps, 50, 50_000);
    return { 'b:v': `${kbps}k`, ...cap(kbps, bitrateRoom) };
  }
  if (rate.mode !== 'crf') return {};
  const crf = wholeIn('The quality', rate.crf, 0, 51);
  return { crf, ...cap(wholeIn('The highest bitrate', rate.maxKbps, 50, 50_000), 1) };
}

function audioOf({ kbps, channels }: EncodeRung['audio']): string[] {
  return flags({
    'c:a': 'aac',
    'b:a': `${wholeIn('The bitrate of the sound', kbps, 32, 512)}k`,
    ac: oneOf('The channels', channels, [1, 2]),
    ar: 48_000,
    // Gaps in the sound are filled with silence, so that it stays with the picture.
    af: 'aresample=async=1:first_pts=0',
  });
}

function segmentsTo(rung: string, seconds: number, startNumber: number): string[] {
  const options = flags({
    avoid_negative_ts: 'disabled',
    muxdelay: 0,
    muxpreload: 0,
    max_muxing_queue_size: 2048,
    // What a killed encoder had written of its last segment can be played.
    flush_packets: 1,
    fflags: '+flush_packets',
    f: 'segment',
    segment_format: 'mpegts',
    segment_time: seconds,
    segment_time_delta: 0.05,
    segment_start_number: startNumber,
    individual_header_trailer: 0,
    segment_list: `${listFolder}/${rung}.csv`,
    segment_list_type: 'csv',
    segment_list_size: 0,
    // Its tables at the head of each segment suffice; ten times a second they would cost 30 kbit/s.
    segment_format_options: `output_ts_offset=${firstTimestampSeconds}:pat_period=60:sdt_period=60:omit_video_pes_length=0`,
  });
  return [...options, `${rung}/%d.ts`];
}

type Options = Record<string, string | number>;

function flags(options: Options): string[] {
  return Object.entries(options).flatMap(([name, value]) => [`-${name}`, String(value)]);
}
