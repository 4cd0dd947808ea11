export type RtmpSession = {
  /** The session's name: what the hook's redirect said. */
  name: string;
  uptimeMs: number;
  bytesIn: number;
  /** Handed on to players: nothing, not even sound, before a picture came that they can begin with. */
  bytesOut: number;
  publisher: {
    /** As in the hook's calls. */
    connection: number;
    address: string;
    agent: string;
    uptimeMs: number;
    /** The timestamp of what it sent last: by how much it grows is how long that is. */
    sentMs: number;
  } | null;
  players: number;
  /** How long the player that came first has been there; 0 without one. */
  playedMs: number;
  /** What the publisher announced, and the first bytes of its tracks; null until they came, and of a codec that has no name here. */
  video: {
    /** Null: it comes by enhanced RTMP, whose names of codecs nginx-rtmp does not read. */
    codec: string | null;
    width: number;
    height: number;
    fps: number;
    profile: string | null;
    level: string | null;
  } | null;
  audio: { codec: string; profile: string | null; channels: number; hz: number } | null;
};

export type RtmpStat = {
  /** Of the process that holds the streams: another one after a restart. */
  pid: number;
  uptimeSeconds: number;
  sessions: RtmpSession[];
};

type Element = { name: string; text: string; children: Element[] };

/** Reads what rtmp_stat says; throws where it is anything else. */
export function readStat(xml: string): RtmpStat {
  const root = parse(xml);
  const live = find(find(find(root, 'server'), 'application'), 'live');
  return {
    pid: numberOf(root, 'pid'),
    uptimeSeconds: numberOf(root, 'uptime'),
    sessions: live.children.filter(({ name }) => name === 'stream').map(readSession),
  };
}

function readSession(stream: Element): RtmpSession {
  const clients = stream.children.filter(({ name }) => name === 'client');
  const publisher = clients.find((client) => look(client, 'publishing'));
  const players = clients.filter((client) => client !== publisher);
  const meta = look(stream, 'meta');
  return {
    name: textOf(stream, 'name'),
    uptimeMs: numberOf(stream, 'time'),
    bytesIn: numberOf(stream, 'bytes_in'),
    bytesOut: numberOf(stream, 'bytes_out'),
    publisher: publisher
      ? {
          connection: numberOf(publisher, 'id'),
          address: textOf(publisher, 'address'),
          agent: look(publisher, 'flashver')?.text ?? '',
          uptimeMs: numberOf(publisher, 'time'),
          sentMs: numberOf(publisher, 'timestamp'),
        }
      : null,
    players: players.length,
    playedMs: Math.max(0, ...players.map((player) => numberOf(player, 'time'))),
    video: readVideo(meta && look(meta, 'video')),
    audio: readAudio(meta && look(meta, 'audio')),
  };
}

/**
 * Of enhanced RTMP the module takes the type of a packet for the codec: coded frames are 1 and 3, what is said of colours 4, the
 * start of AV1 from MPEG-TS 5, several tracks 6. Nobody has sent pictures by these codecs since Flash. Those of the other types
 * are in use (2 Sorenson-H263, 7 H264), or have no name (0).
 */
const packetTypes: ReadonlySet<string> = new Set(['Jpeg', 'ScreenVideo', 'On2-VP6', 'On2-VP6-Alpha', 'ScreenVideo2']);

function readVideo(video: Element | undefined): RtmpSession['video'] {
  const codec = video && look(video, 'codec')?.text;
  if (!codec) return null;
  return {
    codec: packetTypes.has(codec) ? null : codec,
    width: numberOf(video, 'width'),
    height: numberOf(video, 'height'),
    fps: numberOf(video, 'frame_rate'),
    profile: look(video, 'profile')?.text || null,
    level: look(video, 'level')?.text || null,
  };
}

function readAudio(audio: Element | undefined): RtmpSession['audio'] {
  const codec = audio && look(audio, 'codec')?.text;
  if (!codec) return null;
  return {
    codec,
    profile: look(audio, 'profile')?.text || null,
    channels: Number(look(audio, 'channels')?.text ?? 0),
    hz: Number(look(audio, 'sample_rate')?.text ?? 0),
  };
}

const look = (element: Element, name: string) => element.children.find((child) => child.name === name);

function find(element: Element, name: string): Element {
  const found = look(element, name);
  if (!found) throw new Error(`the statistics have no ${name} in ${element.name}`);
  return found;
}

const textOf = (element: Element, name: string) => find(element, name).text;

function numberOf(element: Element, name: string): number {
  const text = textOf(element, name);
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`the statistics say "${text}" for ${name}`);
  return Number(text);
}

/** The little of XML that nginx writes: elements without attributes, and text. */
function parse(xml: string): Element {
  const top: Element = { name: '', text: '', children: [] };
  const open = [top];
  const declaration = /^<\?xml [^>]*\?>/.exec(xml)?.[0] ?? '';
  const tokens = /<(\/?)(\w+)(\/?)>|[^<]+/gy;
  tokens.lastIndex = declaration.length;
  for (let token = tokens.exec(xml); token; token = tokens.exec(xml)) {
    const [whole, closes, name, isEmpty] = token;
    const current = open.at(-1)!;
    if (name === undefined) current.text += decode(whole.trim());
    else if (closes) {
      if (current.name !== name || open.length === 1) throw new Error(`the statistics end ${name} out of turn`);
      open.pop();
    } else {
      const element: Element = { name, text: '', children: [] };
      current.children.push(element);
      if (!isEmpty) open.push(element);
    }
    if (tokens.lastIndex === xml.length) break;
  }
  if (tokens.lastIndex !== xml.length || open.length !== 1) throw new Error('the statistics are not whole');
  return find(top, 'rtmp');
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const decode = (text: string) => text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '');
