import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpegPackages, findFfmpeg } from '@headwater/engines/ffmpeg';
import { findNginx, nginxPackages } from '@headwater/engines/nginx';
import { findNginxRtmp, rtmpPackages } from '@headwater/engines/nginx-rtmp';
import { dnsPackages, findPowerDns } from '@headwater/engines/powerdns';
import { findWayToRoot, forbidServiceStarts, run } from './service-starts.ts';
import type { Role } from './settings.ts';
import { say, warn } from './terminal.ts';

/** Debian's Chromium without windows of its own: the same engine, for two thirds of the machine's time. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const browsers = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

export const findBrowser = (): string | undefined => browsers.find((file) => existsSync(file));

type Need = Role | 'tests';

/** What each role needs, and what the tests use beside it, where it is not there yet. */
const missingPackages: Record<Need, () => readonly string[]> = {
  control: () => [],
  edge: () => (findNginx().ok ? [] : nginxPackages),
  dns: () => (findPowerDns().ok ? [] : dnsPackages),
  live: () => [
    ...(findNginxRtmp().ok && !isMissing('openssl') ? [] : rtmpPackages),
    ...(findFfmpeg().ok ? [] : ffmpegPackages),
  ],
  storage: () => [],
  tests: () => [
    ...missingBrowser(),
    ...(['dig', 'delv'].some(isMissing) ? ['bind9-dnsutils'] : []),
    ...(isMissing('named-checkzone') ? ['bind9-utils'] : []),
    ...(isMissing('dnsperf') ? ['dnsperf'] : []),
  ],
};

function missingBrowser(): string[] {
  if (existsSync(headlessShell)) return [];
  if (isDebian()) return ['chromium-headless-shell'];
  return findBrowser() ? [] : ['chromium'];
}

function isDebian(): boolean {
  const path = '/etc/os-release';
  return existsSync(path) && /^ID=debian$/m.test(readFileSync(path, 'utf8'));
}

const isMissing = (program: string) => !['/usr/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, program)));

/** Installs the engines' packages where that is allowed; otherwise says what to run. It never fails a start. */
export function installEngines(needs: readonly Need[]): void {
  const missing = needs.flatMap((need) => missingPackages[need]());
  if (missing.length === 0) return;
  const byHand = `apt-get install ${missing.join(' ')}`;
  const asRoot = findWayToRoot();
  if (process.env.HEADWATER_APT === '0' || !existsSync('/usr/bin/apt-get') || !asRoot) {
    // A start tells what is missing once everything else runs.
    if (needs.includes('tests')) warn(`Not installed: ${missing.join(', ')}. Run as root: ${byHand}`);
    return;
  }
  say(`Installing ${missing.join(', ')}; this takes a minute …`);
  if (!install(missing, asRoot))
    warn(`The installation did not succeed; the lines above say why. Run as root: ${byHand}`);
}

/** Packages that bring a service of the system, by the program that tells whether it was there before. */
const services = { nginx: '/usr/sbin/nginx', pdns: '/usr/sbin/pdns_server', dnsdist: '/usr/bin/dnsdist' };

function install(packages: string[], asRoot: readonly string[]): boolean {
  const fresh = Object.entries(services).flatMap(([unit, program]) => (existsSync(program) ? [] : [unit]));
  const quietly = ['env', 'DEBIAN_FRONTEND=noninteractive', 'NEEDRESTART_MODE=a', 'apt-get', '-qq', '-y'];
  let words = '';
  const apt = (...args: string[]) => {
    const [command = '', ...rest] = [...asRoot, ...quietly, ...args];
    const done = spawnSync(command, rest, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
    words = done.stderr;
    return done.status === 0;
  };
  const installPackages = () => apt('-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends', 'install', ...packages);
  const lift = forbidServiceStarts(asRoot);
  try {
    // A machine that never listed its packages, or did so long ago, knows no version that can still be fetched.
    const installed = (knows(packages) && installPackages()) || (apt('update') && installPackages());
    // apt grumbles a good deal over what does no harm.
    if (!installed) warn(words.trim());
    return installed;
  } finally {
    lift();
    // Nor at the next boot: only our own instances are wanted, and ports 53 and 80 may be another's.
    if (existsSync('/usr/bin/systemctl')) {
      for (const unit of fresh) run([...asRoot, 'systemctl', 'disable', '--quiet', unit]);
    }
  }
}

function knows(packages: string[]): boolean {
  const shown = spawnSync('apt-cache', ['show', '--no-all-versions', ...packages], { encoding: 'utf8' });
  return packages.every((name) => shown.stdout?.includes(`Package: ${name}\n`));
}
