import { type FoundNginx, findNginx as findWith } from '../lib/nginx/find.ts';

/** Debian's packages that bring nginx with what the edge needs. */
export const nginxPackages = [
  'nginx',
  'libnginx-mod-http-ndk',
  'libnginx-mod-http-lua',
  'libnginx-mod-http-geoip2',
] as const;

const neededModules = ['ndk_http_module.so', 'ngx_http_lua_module.so', 'ngx_http_geoip2_module.so'];

/** Looks for nginx and the modules the edge needs; says what is missing and the one line that brings it. */
export const findNginx = (): FoundNginx => findWith(neededModules, nginxPackages);
