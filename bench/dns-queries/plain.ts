import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, freePort } from '@headwater/engines/lib/testing';
import { findPowerDns, PowerDnsApi } from '@headwater/engines/powerdns';

/** What somebody who knows both programs would write by hand to serve zones and to log each answer. */
function writeConfig(folder: string, modules: string, port: number, ports: number[], user: string): void {
  const [pdns, api, log] = ports;
  const threads = Math.max(2, Math.min(availableParallelism(), 8));
  writeFileSync(
    join(folder, 'pdns.conf'),
    `daemon=no
guardian=no
disable-syslog=yes
loglevel=3
write-pid=no
socket-dir=${folder}/run
${user}module-dir=${modules}
launch=lmdb
lmdb-filename=${folder}/run/zones.lmdb
local-address=127.0.0.1
local-port=${pdns}
receiver-threads=1
distributor-threads=${threads}
cache-ttl=60
query-cache-ttl=60
negquery-cache-ttl=60
api=yes
api-key=plain
webserver=yes
webserver-address=127.0.0.1
webserver-port=${api}
webserver-max-bodysize=256
webserver-loglevel=none
default-soa-edit=
security-poll-suffix=
`,
  );
  writeFileSync(
    join(folder, 'dnsdist.conf'),
    `setLocal('127.0.0.1:${port}')
setSecurityPollSuffix('')
setACL({'127.0.0.0/8'})
newServer({address='127.0.0.1:${pdns}', checkInterval=1, mustResolve=false})
local log = newRemoteLogger('127.0.0.1:${log}', 2, 500000, 1)
addResponseAction(AllRule(), RemoteLogResponseAction(log))
`,
  );
}

/** dnsdist before PowerDNS, and a reader that throws the log away. */
export async function startPlain() {
  const programs = findPowerDns();
  if (!programs.ok) throw new Error(`${programs.reason}: ${programs.remedy}`);
  const folder = mkdtempSync(join(tmpdir(), 'plain-dns-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'run'));
  const [, uid, gid] = /^pdns:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  const isRoot = process.getuid?.() === 0 && uid !== undefined;
  if (isRoot) chownSync(join(folder, 'run'), Number(uid), Number(gid));
  const reader = spawn(process.execPath, [join(import.meta.dirname, 'discard.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(reader.stdout, 'data')) as [Buffer];
  const log = Number(line.toString());
  const port = await freePort();
  const pdns = await freePort();
  const api = await freePort();
  writeConfig(folder, programs.modules, port, [pdns, api, log], isRoot ? `setuid=${uid}\nsetgid=${gid}\n` : '');
  const start = (command: string, ...flags: string[]): ChildProcess => spawn(command, flags, { stdio: 'ignore' });
  const become = isRoot ? ['-u', String(uid), '-g', String(gid)] : [];
  const children = [
    start(programs.pdns, `--config-dir=${folder}`),
    start(programs.dnsdist, '--supervised', '--disable-syslog', ...become, '-C', join(folder, 'dnsdist.conf')),
    reader,
  ];
  const client = new PowerDnsApi({ url: `http://127.0.0.1:${api}`, key: 'plain' });
  for (let tries = 0; ; tries++) {
    const failure = await client.listZones().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) break;
    if (tries > 100) throw failure;
    await sleep(100);
  }
  return {
    port,
    api: client,
    async stop() {
      client.close();
      for (const child of children) await endProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
