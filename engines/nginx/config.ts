import { addressAndPort, path, userName, whole } from '../lib/nginx/values.ts';

export type ConfigValues = {
  /** Absolute; every path below it is ours. */
  folder: string;
  luaFolder: string;
  modules: string;
  sockets: { control: string; inner: string };
  listen: { address: string; port: number };
  workers: number;
  user: string | undefined;
  cacheMaxBytes: number;
  /** Descriptors a worker may have open. */
  openFiles: number;
  geoDatabase: string | undefined;
  trustedCertificates: string;
};

function listenOn(address: string, port: number): string {
  // All addresses are those of IPv4 too, which nginx leaves out unless it is told.
  return `${addressAndPort(address, port)}${address === '::' ? ' ipv6only=off' : ''}`;
}

/** What the access log says of each request: see AccessLine. */
const logFormat = [
  '{"time":$msec,"zone":"$edge_zone","host":"$host","ip":"$edge_address","country":"$edge_country",',
  '"method":"$request_method","uri":"$logged_uri","status":$status,"bytes":$bytes_sent,"seconds":$request_time,',
  '"cache":"$upstream_cache_status","agent":"$http_user_agent","referer":"$http_referer","id":"$request_id"}',
];

/** One line of the access log. `zone` and `cache` are empty where there was none; `bytes` counts headers too. */
export type AccessLine = {
  /** Unix time in seconds, with milliseconds. */
  time: number;
  zone: string;
  host: string;
  ip: string;
  /** ISO 3166; `XX` where unknown. */
  country: string;
  method: string;
  /** As the client wrote it, with the query string; without the link's signature in zones that know signed links. */
  uri: string;
  status: number;
  bytes: number;
  seconds: number;
  cache: '' | 'MISS' | 'HIT' | 'EXPIRED' | 'STALE' | 'UPDATING' | 'REVALIDATED' | 'BYPASS';
  agent: string;
  referer: string;
  id: string;
};

const compressed =
  'text/plain text/css text/xml text/javascript application/javascript application/json application/xml application/rss+xml application/manifest+json application/vnd.apple.mpegurl application/x-mpegurl application/wasm image/svg+xml font/ttf font/otf';

/** The outer layer asks the cache, and on a miss the inner layer. Stands in two locations. */
const askCache = `
      proxy_pass http://inner;
      proxy_cache edge;
      proxy_cache_key $edge_key;
      proxy_cache_bypass $edge_bypass;
      header_filter_by_lua_block { deliver() }
      # Only where an answer passed the cache; pages of our own have neither.
      add_header Cache-Control $browser_control always;
      add_header X-Cache $upstream_cache_status always;
      add_header X-Request-Id $request_id always;`;

/** One static configuration for every zone: what differs between zones is data, and no change of a zone reloads nginx. */
export function writeConfig(values: ConfigValues): string {
  const folder = path(values.folder);
  const modules = path(values.modules);
  const inner = path(values.sockets.inner);
  const openFiles = whole(values.openFiles, 64, 2 ** 20);
  const geo = values.geoDatabase
    ? `geoip2 "${path(values.geoDatabase)}" { $edge_country default=XX source=$edge_address country_code; }`
    : 'map "" $edge_country { default XX; }';
  return `# Written at every start; changes made here are lost.
load_module "${modules}/ndk_http_module.so";
load_module "${modules}/ngx_http_lua_module.so";
load_module "${modules}/ngx_http_geoip2_module.so";
daemon off;
${values.user ? `user ${userName(values.user)};` : ''}
worker_processes ${whole(values.workers, 1, 256)};
worker_shutdown_timeout 10s;
pid "${folder}/run/nginx.pid";
error_log "${folder}/logs/error.log" error;
pcre_jit on;
worker_rlimit_nofile ${openFiles};
events { worker_connections ${Math.min(8192, Math.floor(openFiles / 2))}; multi_accept on; }

http {
  default_type application/octet-stream;
  client_body_temp_path "${folder}/temp/body";
  proxy_temp_path "${folder}/temp/proxy";
  fastcgi_temp_path "${folder}/temp/fastcgi";
  uwsgi_temp_path "${folder}/temp/uwsgi";
  scgi_temp_path "${folder}/temp/scgi";
  proxy_cache_path "${folder}/cache" levels=1:2 keys_zone=edge:96m max_size=${whole(values.cacheMaxBytes, 1, 2 ** 50)} inactive=30d use_temp_path=off;

  lua_package_path "${path(values.luaFolder)}/?.lua;;";
  lua_shared_dict state 1m;
  lua_shared_dict zones 128m;
  lua_shared_dict purges 64m;
  lua_shared_dict marks 16m;
  lua_shared_dict freshened 16m;
  init_by_lua_block { require('start').master("${folder}/purges") }
  init_worker_by_lua_block { require('start').worker() }

  # A socket of both families shows IPv4 as ::ffff:192.0.2.1, which is in no list of countries.
  map $remote_addr $edge_address { ~^::ffff:(?<edge_ipv4>[0-9.]+)$ $edge_ipv4; default $remote_addr; }
  ${geo}
  map $edge_uri $logged_uri { '' $request_uri; default $edge_uri; }
  log_format edge escape=json
${logFormat.map((part) => `    '${part}'`).join('\n')};
  access_log "${folder}/logs/access.json" edge buffer=64k flush=1s;

  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 10000;
  reset_timedout_connection on;
  client_header_timeout 15s;
  client_max_body_size 1g;
  uninitialized_variable_warn off;
  variables_hash_max_size 2048;
  # Descriptors of cached files stay open for a while: nginx knows when one was replaced.
  open_file_cache max=${Math.min(20_000, Math.floor(openFiles / 4))} inactive=30s;
  open_file_cache_valid 30s;

  proxy_http_version 1.1;
  proxy_redirect off;
  proxy_buffer_size 16k;
  proxy_buffers 16 16k;
  # What is not cached never goes to the disk on its way.
  proxy_max_temp_file_size 0;
  proxy_ignore_client_abort off;

  upstream inner { server "unix:${inner}"; }
  # The address comes from the zone.
  upstream origin { server 0.0.0.1; balancer_by_lua_block { connect() } }

  # The fields of a 304 replace the stored ones.
  map $edge_control $browser_control { '' $upstream_http_x_headwater_control; default $edge_control; }

  # The outer layer: which zone, which key, what is cached, what browsers see.
  server {
    listen ${listenOn(values.listen.address, values.listen.port)} default_server;
    large_client_header_buffers 4 16k;
    recursive_error_pages on;
    if_modified_since before;
    absolute_redirect off;
    gzip on;
    gzip_vary on;
    gzip_proxied any;
    gzip_comp_level 4;
    # Smaller answers gain nothing, and would lose their strong validators.
    gzip_min_length 1000;
    gzip_types ${compressed};

    proxy_cache_lock on;
    # Shorter than a patient client: a queue for one slow answer must not become a queue for all of them.
    proxy_cache_lock_timeout 1s;
    proxy_cache_lock_age 2s;
    proxy_cache_revalidate on;
    proxy_cache_background_update on;
    proxy_force_ranges on;
    proxy_ignore_headers Expires Set-Cookie;
    proxy_hide_header Cache-Control;
    proxy_hide_header X-Headwater-Control;
    proxy_hide_header X-Headwater-Stored;
    proxy_pass_header Date;
    proxy_pass_header Server;
    proxy_next_upstream off;
    proxy_read_timeout 90s;
    # nginx would take an interim answer for the answer on a connection that is kept.
    proxy_set_header Connection close;
    proxy_set_header Host $host;
    proxy_set_header X-Headwater-Zone $edge_zone;
    proxy_set_header X-Headwater-Key $edge_key;
    proxy_set_header X-Headwater-State $upstream_cache_status;
    proxy_set_header X-Headwater-Uri $edge_uri;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Forwarded-Host $host;
    proxy_set_header X-Request-Id $request_id;
    error_page 418 = @slowly;
    error_page 502 504 @unreachable;

    location / {
      set_by_lua_block $edge_key { return route() }
      if ($edge_key = '') { return 418; }
${askCache}
    }
    location @slowly {
      # Declared for both locations.
      set $edge_zone '';
      set $edge_uri '';
      set $edge_bypass '';
      set $edge_control '';
      rewrite_by_lua_block { route_slowly() }
      proxy_cache_background_update off;
${askCache}
    }
    # Nothing is kept, and ranges are the origin's business.
    location @passed {
      proxy_pass http://inner;
      proxy_force_ranges off;
      gzip off;
      add_header Cache-Control $browser_control always;
      add_header X-Request-Id $request_id always;
    }
    location @unreachable { content_by_lua_block { unreachable() } }
  }

  # The inner layer: the only place that speaks to origins, and that decides how long an answer lives.
  server {
    listen "unix:${inner}";
    access_log off;
    gzip off;
    large_client_header_buffers 8 64k;
    client_max_body_size 0;
    proxy_request_buffering off;
    set $origin_scheme '';
    set $origin_uri '';
    set $origin_host '';
    set $origin_door '';
    set $origin_name '';
    set $origin_loop '';
    set $origin_via '';

    location / {
      rewrite_by_lua_block { choose_origin() }
      header_filter_by_lua_block { decide() }
      proxy_pass $origin_scheme://origin$origin_uri;
      proxy_connect_timeout 5s;
      proxy_read_timeout 60s;
      proxy_next_upstream error timeout;
      proxy_ssl_server_name on;
      proxy_ssl_name $origin_name;
      proxy_ssl_verify on;
      proxy_ssl_verify_depth 5;
      proxy_ssl_trusted_certificate "${path(values.trustedCertificates)}";
      proxy_ssl_protocols TLSv1.2 TLSv1.3;
      proxy_ignore_headers X-Accel-Expires X-Accel-Redirect X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset;
      # An origin cannot speak in our name.
      proxy_hide_header X-Headwater-Control;
      proxy_hide_header X-Headwater-Stored;
      proxy_hide_header X-Cache;
      proxy_hide_header X-Request-Id;
      proxy_pass_header Date;
      proxy_pass_header Server;
      proxy_set_header Connection close;
      proxy_set_header Host $origin_host;
      proxy_set_header CDN-Loop $origin_loop;
      proxy_set_header Via $origin_via;
      # One form of each answer is stored; the outer layer compresses it.
      proxy_set_header Accept-Encoding '';
      proxy_set_header X-Headwater-Zone '';
      proxy_set_header X-Headwater-Key '';
      proxy_set_header X-Headwater-State '';
      proxy_set_header X-Headwater-Uri '';
      proxy_set_header X-Headwater-Door $origin_door;
      error_page 502 504 = @gone;
    }
    # A failure to reach the origin is passed on as a failure, not as an answer: only then may an old copy stand in.
    location @gone { return 444; }
  }

  # The agent's door.
  server {
    listen "unix:${path(values.sockets.control)}";
    access_log off;
    client_max_body_size 256m;
    client_body_buffer_size 16m;
    location / { content_by_lua_block { serve_control() } }
  }
}
`;
}
