import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNginx } from '@headwater/engines/nginx';

/** nginx that serves a folder's files, as fast as one worker of it can. */
export async function startStatic(root: string, port: number): Promise<{ stop(): Promise<void> }> {
  const nginx = findNginx();
  if (!nginx.ok) throw new Error(`${nginx.reason}: ${nginx.remedy}`);
  const folder = mkdtempSync(join(tmpdir(), 'static-'));
  const file = join(folder, 'nginx.conf');
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  );
  writeFileSync(
    file,
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log error;
events { worker_connections 1024; multi_accept on; }
http {
  ${temp.join(' ')}
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; }
  server {
    listen 127.0.0.1:${port};
    root ${root};
    add_header Cache-Control max-age=1;
    add_header Access-Control-Allow-Origin *;
  }
}
`,
  );
  const child = spawn(nginx.binary, ['-p', folder, '-e', join(folder, 'error.log'), '-c', file], { stdio: 'ignore' });
  await sleep(300);
  if (child.exitCode !== null) throw new Error('nginx did not start');
  return {
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
