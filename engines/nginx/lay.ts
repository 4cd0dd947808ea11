export type EdgeOptions = {
  /** Run-time folder: configuration, pid, logs, cache, sockets, purge journal. Made when absent. */
  folder: string;
  /** The address to listen on, IPv4 or IPv6 (without brackets). */
  address: string;
  port: number;
  /** nginx and its modules, as findNginx() told. */
  nginx: { binary: string; modules: string };
  /** Worker processes; one per core unless given. */
  workers?: number | undefined;
  /** Bytes the cache may take on disk; 10 GiB unless given. */
  cacheMaxBytes?: number | undefined;
  /** A country database (.mmdb with a flat `country_code`); without one every country is `XX`. */
  geoDatabase?: string | undefined;
  /** The user of the worker processes where nginx itself starts as root; `www-data` unless given. */
  user?: string | undefined;
  /** Another user to run all of nginx as; its prefix stands before the command. */
  runAs?: { uid: number; gid: number; prefix: readonly string[] } | undefined;
  /** Certificates that origins are checked against; the system's unless given. */
  trustedCertificates?: string | undefined;
};

export type EdgeLayout = {
  /** To be spawned as it stands, in a process group of its own; SIGQUIT is its clean stop. It stays in the foreground. */
  argv: string[];
  controlSocket: string;
  accessLog: string;
  errorLog: string;
  pidFile: string;
  /** The folder of the cache: its disk is the one to watch. */
  cacheFolder: string;
};

/** Makes the folders (sockets 0700), writes nginx.conf, and clears stale sockets. It starts nothing. */
export function layEdge(_options: EdgeOptions): EdgeLayout {
  throw new Error('not built yet');
}

/** Asks nginx whether it accepts the configuration; throws with its words. */
export async function testEdge(_layout: EdgeLayout): Promise<void> {
  throw new Error('not built yet');
}

/** After the access log was renamed: nginx opens a new one. */
export function reopenLogs(_pidFile: string): void {
  throw new Error('not built yet');
}
