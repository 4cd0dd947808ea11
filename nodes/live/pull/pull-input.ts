import { sourceInput } from './playlist.ts';
import { bracketed, hostHeader, type SourceUrl } from './source-url.ts';

/** What ffmpeg gets as a pulled stream's input. */
export type PullInput = {
  /** What follows `-i`. */
  url: string;
  kind: 'hls' | 'mp4' | 'rtmp';
  /** Belongs into the environment of this ffmpeg. */
  env: Record<string, string>;
  /** Stands right before `-i`. */
  options: string[];
};

export type ProxyAccess = { port: number; user: string; password: string };

/**
 * By HTTP(S): whatever it follows goes through the proxy, and it is allowed plain HTTP and nothing else. Its own words for
 * that are the whitelists, which it hands down to nested playlists and segments, and `http_proxy`, which every request of
 * its HTTP honours; `no_proxy`, which may stand in our own environment, would let it around the proxy.
 */
export function webInput(source: SourceUrl, proxy: ProxyAccess): PullInput {
  const kind = /\.mp4(\?|$)/i.test(source.path) ? 'mp4' : 'hls';
  const formats = kind === 'hls' ? `hls,${segmentFormats}` : 'mov,mp4';
  const inner = kind === 'hls' ? ['-seg_format_options', `format_whitelist=${segmentFormats}`] : [];
  const options = ['-protocol_whitelist', 'http,tcp,crypto', '-format_whitelist', formats];
  return {
    url: sourceInput(kind),
    kind,
    env: environment(proxy),
    options: [...options, ...inner, '-f', kind === 'hls' ? 'hls' : 'mov'],
  };
}

/** No `hls`: a playlist inside an encrypted segment would be one that the proxy cannot read. */
const segmentFormats = 'mpegts,mov,mp4,aac,mp3,ac3,eac3';

/** By RTMPS: TLS by ffmpeg itself, through a tunnel of the proxy, which is the source's own and no other. */
export function tunnelledInput(source: SourceUrl, proxy: ProxyAccess, certificates: string): PullInput {
  const options = [
    '-protocol_whitelist',
    'rtmps,tls,tcp,httpproxy',
    '-format_whitelist',
    'flv,live_flv',
    '-rtmp_live',
    'live',
  ];
  return {
    url: `rtmps://${login(source)}${bracketed(source.host)}:${source.port}${source.path}`,
    kind: 'rtmp',
    env: environment(proxy),
    options: [...options, '-tls_verify', '1', '-ca_file', certificates],
  };
}

/** By RTMP: to the address that was checked; the server still hears the name. ffmpeg asks no proxy for it. */
export function pinnedInput(source: SourceUrl, address: string): PullInput {
  const options = ['-protocol_whitelist', 'rtmp,tcp', '-format_whitelist', 'flv,live_flv', '-rtmp_live', 'live'];
  return {
    url: `rtmp://${login(source)}${bracketed(address)}:${source.port}${source.path}`,
    kind: 'rtmp',
    env: {},
    options: [...options, '-rtmp_tcurl', `rtmp://${hostHeader(source)}/${appOf(source.path)}`],
  };
}

const login = ({ userInfo }: SourceUrl): string => (userInfo === '' ? '' : `${userInfo}@`);

const environment = ({ port, user, password }: ProxyAccess): Record<string, string> => ({
  http_proxy: `http://${user}:${password}@127.0.0.1:${port}`,
  no_proxy: '',
});

/** The application as ffmpeg cuts it out of a path: one segment, or two where the stream's name follows them. */
export function appOf(path: string): string {
  const [first = '', second = '', ...rest] = path.slice(1).split('/');
  return rest.length === 0 || second.includes(':') ? first : `${first}/${second}`;
}
