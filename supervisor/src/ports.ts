import { tryTcpPort, tryUdpPort } from '@headwater/engines/lib';
import { listPorts } from './listen-ports.ts';
import { type Settings, SettingsProblem } from './settings.ts';

/** Names every port that cannot be had, each with the variable that changes it. */
export async function refuseTakenPorts(settings: Settings): Promise<void> {
  const problems: string[] = [];
  for (const { variable, port, bind, udp } of listPorts(settings)) {
    const code = (await tryTcpPort(port, bind)) ?? (udp ? await tryUdpPort(port, bind) : undefined);
    const other = port < 60_000 ? port + 1000 : port - 1000;
    if (code === 'EADDRINUSE') {
      problems.push(
        `Port ${port} is taken by another program. Choose another with ${variable}, such as ${variable}=${other}`,
      );
    } else if (code === 'EACCES') {
      problems.push(`Port ${port} is kept for root. Start as root, or choose one above 1023 with ${variable}=${other}`);
    } else if (code === 'EADDRNOTAVAIL') {
      problems.push(`This machine has no address ${bind}. Change HEADWATER_BIND.`);
    } else if (code) {
      problems.push(`Port ${port} (${variable}) cannot be used on ${bind}: ${code}`);
    }
  }
  if (problems.length > 0) throw new SettingsProblem([...new Set(problems)].join('\n'));
}
