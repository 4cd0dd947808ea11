/** What the two configuration files say. Nothing of a customer's ever stands in them. */
export type ConfigParts = {
  socketFolder: string;
  database: string;
  modules: string;
  listen: { address: string; port: number };
  ports: { pdns: number; api: number; counters: number; collector: number };
  keys: { api: string; counters: string };
  /** Where the programs start as root: whom they become. */
  owner: { uid: number; gid: number } | undefined;
  cores: number;
  maxQueriesPerSecondPerAddress: number | undefined;
};

export const loopback = '127.0.0.1';
/** Fits into one packet on every path; DNS flag day 2020. */
const udpPayloadBytes = 1232;
/** Bodies of 100,000 records have some 15 MB. */
const apiBodyMegabytes = 256;
/** Some 50 ms of signing; with more, only cached answers are given. */
const questionsWaiting = 2000;
/** For each of LMDB's 65 files, which grow with what they hold. It is address space, of which small machines have 512 GB. */
const mapMegabytes = 4096;
/** Over UDP; a busy resolver is sent to TCP, a forged address gets next to nothing. */
const usualQueriesPerSecond = 1000;
/** Answers that wait for a collector that is away; 100 bytes each, so 50 MB at most. */
const waitingAnswers = 500_000;
/** One client may not hold all connections. */
const tcpConnectionsPerAddress = 200;

export function writePdnsConfig({ socketFolder, database, modules, ports, keys, owner, cores }: ConfigParts): string {
  const settings: [string, string | number][] = [
    ['daemon', 'no'],
    ['guardian', 'no'],
    ['disable-syslog', 'yes'],
    ['loglevel', 4],
    ['write-pid', 'no'],
    ['socket-dir', socketFolder],
    ...(owner
      ? ([
          ['setuid', owner.uid],
          ['setgid', owner.gid],
        ] as [string, number][])
      : []),
    ['module-dir', modules],
    ['launch', 'lmdb'],
    ['lmdb-filename', database],
    ['lmdb-sync-mode', 'sync'],
    ['lmdb-map-size', mapMegabytes],
    ['local-address', loopback],
    ['local-port', ports.pdns],
    ['receiver-threads', 1],
    ['distributor-threads', Math.max(2, Math.min(cores, 8))],
    // A flood of names that are not cached must not kill it, as 5000 waiting questions do: it drops what it cannot do in time.
    ['overload-queue-length', questionsWaiting],
    ['max-queue-length', 1_000_000],
    // Each change flushes its zone, so a long life costs no freshness.
    ['cache-ttl', 60],
    ['query-cache-ttl', 60],
    ['negquery-cache-ttl', 60],
    // An amplifier's favourite; RFC 8482.
    ['any-to-tcp', 'yes'],
    ['udp-truncation-threshold', udpPayloadBytes],
    ['api', 'yes'],
    ['api-key', keys.api],
    ['webserver', 'yes'],
    ['webserver-address', loopback],
    ['webserver-port', ports.api],
    ['webserver-allow-from', `${loopback}/32`],
    ['webserver-loglevel', 'none'],
    ['webserver-max-bodysize', apiBodyMegabytes],
    // With each change, in its transaction: without it names between others do not exist, and glue is signed.
    ['default-api-rectify', 'yes'],
    // The serial is ours: PowerDNS must neither raise it nor write another one.
    ['default-soa-edit', ''],
    ['default-soa-edit-signed', ''],
    ['disable-axfr', 'yes'],
    ['allow-axfr-ips', ''],
    ['version-string', 'anonymous'],
    ['server-id', 'disabled'],
    ['security-poll-suffix', ''],
  ];
  return settings.map(([name, value]) => `${name}=${value}\n`).join('');
}

export function writeDnsdistConfig(parts: ConfigParts): string {
  const { listen, ports, keys } = parts;
  // One socket for each: several need SO_REUSEPORT, with which a second dnsdist would share the port and nobody would notice.
  const locals = writeAddresses(listen.address).map((address) => `addLocal('${address}:${listen.port}')\n`);
  return `${locals.join('')}setSecurityPollSuffix('')
setACL({'0.0.0.0/0', '::/0'})
setPayloadSizeOnSelfGeneratedAnswers(${udpPayloadBytes})
setMaxTCPConnectionsPerClient(${tcpConnectionsPerAddress})

-- One failed check is what a restart looks like; a refusal is an answer, for a server that holds no zones.
newServer({address='${loopback}:${ports.pdns}', checkInterval=1, checkTimeout=1000, maxCheckFailures=2, rise=1,
  checkName='health.invalid.', checkType='SOA', mustResolve=false})
-- Resolvers turn to the next name server at once, instead of waiting for this one.
setServFailWhenNoServer(true)

addAction(NotRule(OpcodeRule(DNSOpcode.Query)), RCodeAction(DNSRCode.NOTIMP))
addAction(OrRule({QTypeRule(DNSQType.AXFR), QTypeRule(DNSQType.IXFR)}), RCodeAction(DNSRCode.REFUSED))
${limitRate(parts.maxQueriesPerSecondPerAddress)}
local counter = newRemoteLogger('${loopback}:${ports.collector}', 2, ${waitingAnswers}, 1)
addResponseAction(AllRule(), RemoteLogResponseAction(counter))
addSelfAnsweredResponseAction(AllRule(), RemoteLogResponseAction(counter))

webserver('${loopback}:${ports.counters}')
setWebserverConfig({password=hashPassword('${keys.counters}'), acl='${loopback}/32'})
-- Unlike counters it cannot be mistaken for that of the last start.
local random = io.open('/dev/urandom', 'rb')
local life = string.gsub(random:read(8), '.', function(byte) return string.format('%02x', string.byte(byte)) end)
random:close()
registerWebHandler('/counters', function(request, response)
  local counts = getStatisticsCounters()
  response.status = 200
  local logged, dropped = string.match(counter:toString(), '(%d+) processed, (%d+) dropped')
  response.body = string.format('{"life":"%s","answered":%d,"logged":%d,"dropped":%d}',
    life, counts['responses'] + counts['self-answered'], logged, dropped)
end)
`;
}

/** dnsdist takes the address of all addresses for those of IPv6 alone. */
function writeAddresses(address: string): string[] {
  if (address === '::') return ['[::]', '0.0.0.0'];
  return [address.includes(':') ? `[${address}]` : address];
}

/** Unless a limit is given, this machine itself has none: its own programs ask on behalf of many. */
function limitRate(limit: number | undefined): string {
  const others = limit === undefined ? 'NotRule(NetmaskGroupRule(own)), ' : '';
  return `local own = newNMG()
own:addMask('127.0.0.0/8')
own:addMask('::1/128')
addAction(AndRule({TCPRule(false), ${others}MaxQPSIPRule(${limit ?? usualQueriesPerSecond}, 32, 56)}), TCAction())
`;
}
