import { addressAndPort, path, userName, whole } from '../lib/nginx/values.ts';

export type RtmpConfigValues = {
  /** Absolute; every path below it is ours. */
  folder: string;
  modules: string;
  controlSocket: string;
  listen: { address: string; port: number };
  rtmps: { port: number; proxiedPort: number; certificate: string; key: string } | null;
  hookUrl: string;
  maxConnections: number;
  user: string | undefined;
};

/** The one application, as it stands in the addresses that publishers are given. */
export const application = 'live';
export const loopback = '127.0.0.1';

/** Goes in without quotes around it: nothing but what an address of a hook of ours is made of. */
function hook(url: string): string {
  if (!/^http:\/\/127\.0\.0\.1:\d{1,5}\/[\w/-]+$/.test(url)) throw new Error('not the address of a hook on loopback');
  return url;
}

/** On all addresses: two listeners, since one for both families would call a publisher `::ffff:192.0.2.1`. */
function listenOn({ address, port }: { address: string; port: number }): string[] {
  if (address === '::') return [addressAndPort('0.0.0.0', port), `${addressAndPort('::', port)} ipv6only=on`];
  return [addressAndPort(address, port)];
}

const listenLines = (listeners: string[], more = '') =>
  listeners.map((listener) => `    listen ${listener}${more};`).join('\n');

const isOnLoopback = (address: string) => ['0.0.0.0', '::', loopback].includes(address);

export function writeRtmpConfig(values: RtmpConfigValues): string {
  const { listen, rtmps } = values;
  const folder = path(values.folder);
  const modules = path(values.modules);
  const hookUrl = hook(values.hookUrl);
  const maxConnections = whole(values.maxConnections, 1, 100_000);
  const listeners = [
    ...listenOn(listen),
    // Players on this machine come this way.
    ...(isOnLoopback(listen.address) ? [] : [addressAndPort(loopback, listen.port)]),
    ...(rtmps ? [`${addressAndPort(loopback, rtmps.proxiedPort)} proxy_protocol`] : []),
  ];
  return `# Written at every start; changes made here are lost.
load_module "${modules}/ngx_rtmp_module.so";
load_module "${modules}/ngx_stream_module.so";
daemon off;
${values.user ? `user ${userName(values.user)};` : ''}
# Streams live in the memory of one process; a second one would not know them.
worker_processes 1;
worker_rlimit_nofile ${maxConnections * 4 + 64};
pid "${folder}/run/nginx.pid";
# One level further down it names streams by what publishers call them, which are keys.
error_log stderr error;
events { worker_connections ${maxConnections * 4}; }

rtmp {
  access_log off;
  max_connections ${maxConnections};
  server {
${listenLines(listeners)}
    chunk_size 4096;
    # A key frame is one message.
    max_message 16m;
    timeout 15s;
    ping 15s;
    ping_timeout 10s;
    netcall_timeout 10s;
    notify_method post;

    application ${application} {
      live on;
      record off;
      # A player may come before its publisher, and waits for one that will come back.
      idle_streams on;
      drop_idle_publisher 15s;
      wait_key on;
      wait_video on;
      interleave on;
      sync 100ms;
      # No on_update: an agent that is away for it would cost every publisher its connection.
      on_publish ${hookUrl};
      on_publish_done ${hookUrl};
      on_play ${hookUrl};
      allow play ${loopback};
      deny play all;
    }
  }
}
${rtmps ? writeTls(listen.address, rtmps) : ''}
http {
  access_log off;
  client_body_temp_path "${folder}/temp/body";
  proxy_temp_path "${folder}/temp/proxy";
  fastcgi_temp_path "${folder}/temp/fastcgi";
  uwsgi_temp_path "${folder}/temp/uwsgi";
  scgi_temp_path "${folder}/temp/scgi";
  server {
    listen "unix:${path(values.controlSocket)}";
    location = /stat { rtmp_stat all; }
    location /control { rtmp_control drop; }
  }
}
`;
}

function writeTls(address: string, rtmps: NonNullable<RtmpConfigValues['rtmps']>): string {
  return `
stream {
  server {
${listenLines(listenOn({ address, port: rtmps.port }), ' ssl so_keepalive=on')}
    ssl_certificate "${path(rtmps.certificate)}";
    ssl_certificate_key "${path(rtmps.key)}";
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_session_cache shared:rtmps:2m;
    ssl_handshake_timeout 10s;
    proxy_pass ${addressAndPort(loopback, rtmps.proxiedPort)};
    # How the address of the publisher reaches the other side.
    proxy_protocol on;
    proxy_connect_timeout 5s;
    proxy_timeout 60s;
  }
}
`;
}
