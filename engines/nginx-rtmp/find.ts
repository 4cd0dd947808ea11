import { type FoundNginx, findNginx } from '../lib/nginx/find.ts';

/** Debian's packages that bring nginx with what taking in RTMP and RTMPS needs. */
export const rtmpPackages = ['nginx', 'libnginx-mod-rtmp', 'libnginx-mod-stream', 'openssl'] as const;

/** Looks for nginx and the modules that RTMP needs; says what is missing and the one line that brings it. */
export const findNginxRtmp = (): FoundNginx => findNginx(['ngx_rtmp_module.so', 'ngx_stream_module.so'], rtmpPackages);
