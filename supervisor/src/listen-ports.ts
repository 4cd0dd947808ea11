import type { Settings } from './settings.ts';

type ListenPort = { variable: string; port: number; bind: string; udp?: true };

/** The ports that this installation listens on, by the variable that changes each. */
export function listPorts(settings: Settings): ListenPort[] {
  const { bind } = settings;
  return [
    ...(settings.roles.includes('control') ? [{ variable: 'HEADWATER_PORT', port: settings.port, bind }] : []),
    ...(settings.roles.includes('control') && settings.metricsPort
      ? [{ variable: 'HEADWATER_METRICS_PORT', port: settings.metricsPort, bind }]
      : []),
    ...(settings.roles.includes('edge') ? [{ variable: 'HEADWATER_EDGE_PORT', port: settings.edgePort, bind }] : []),
    ...(settings.roles.includes('dns')
      ? [{ variable: 'HEADWATER_DNS_PORT', port: settings.dnsPort, bind, udp: true as const }]
      : []),
    ...(settings.roles.includes('live')
      ? [
          { variable: 'HEADWATER_RTMP_PORT', port: settings.rtmpPort, bind },
          { variable: 'HEADWATER_RTMPS_PORT', port: settings.rtmpsPort, bind },
        ]
      : []),
    ...(['live', 'storage'] as const).flatMap((role) => {
      const { port } = settings.doors[role];
      const isOpen = settings.roles.includes(role) && port !== undefined;
      return isOpen ? [{ variable: `HEADWATER_${role.toUpperCase()}_PORT`, port, bind }] : [];
    }),
    ...(settings.demo
      ? [{ variable: 'HEADWATER_DEMO_ORIGIN_PORT', port: settings.demoOriginPort, bind: '127.0.0.1' }]
      : []),
  ];
}

/** Two of ours on one port: whichever came second would not start. In words, or null. */
export function findSharedPort(settings: Settings): string | null {
  const seen = new Map<number, string>();
  for (const { variable, port } of listPorts(settings)) {
    const other = seen.get(port);
    if (other) return `${other} and ${variable} are both ${port}. Give one of them another port.`;
    seen.set(port, variable);
  }
  return null;
}
