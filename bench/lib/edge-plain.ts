/** The block a person would write by hand for one site: what the edge is measured against. */
export type PlainOptions = { folder: string; port: number; origin: string; user: string | undefined; workers: number };

export function writePlainConfig({ folder, port, origin, user, workers }: PlainOptions): string {
  return `
daemon off;
${user ? `user ${user};` : ''}
worker_processes ${workers};
pid ${folder}/nginx.pid;
error_log ${folder}/error.log error;
events { worker_connections 8192; multi_accept on; }
http {
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache levels=1:2 keys_zone=plain:96m max_size=1g inactive=1d use_temp_path=off;
  log_format json escape=json
    '{"time":$msec,"host":"$host","ip":"$remote_addr","method":"$request_method","uri":"$request_uri","status":$status,'
    '"bytes":$bytes_sent,"seconds":$request_time,"cache":"$upstream_cache_status","agent":"$http_user_agent",'
    '"referer":"$http_referer","id":"$request_id"}';
  access_log ${folder}/access.json json buffer=64k flush=1s;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 10000;
  # The edge has this too: what is compared is what we add to nginx, not who tuned it better.
  open_file_cache max=20000 inactive=30s;
  open_file_cache_valid 30s;
  gzip on;
  gzip_vary on;
  gzip_types text/css application/javascript application/json;
  server {
    listen 127.0.0.1:${port};
    server_name plain.test;
    location / {
      proxy_pass http://${origin};
      proxy_set_header Host $host;
      proxy_http_version 1.1;
      proxy_cache plain;
      proxy_cache_key $host$request_uri;
      proxy_cache_lock on;
      proxy_cache_use_stale error timeout updating;
      add_header X-Cache $upstream_cache_status always;
      add_header X-Request-Id $request_id always;
    }
  }
}
`;
}
