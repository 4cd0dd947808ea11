import { Resolver } from 'node:dns/promises';
import { createConnection } from 'node:net';

/** Asks a name server of this machine for addresses; the system's word for what went wrong when there are none. */
export async function askDns(port: number, name: string): Promise<string> {
  const resolver = new Resolver({ timeout: 1000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  try {
    return (await resolver.resolve4(name)).join(' ');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** Whether it answers by TCP as well: the code of an answer about a name. */
export function askDnsByTcp(port: number, name: string): Promise<number> {
  const labels = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]);
  const question = Buffer.concat([
    Buffer.from([0, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
    ...labels,
    Buffer.from([0, 0, 1, 0, 1]),
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(question.length);
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port, timeout: 2000 });
    let answer = Buffer.alloc(0);
    socket.write(Buffer.concat([length, question]));
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length < 6) return;
      socket.destroy();
      resolve(answer.readUInt8(5) & 15);
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer by TCP')));
    socket.once('error', reject);
  });
}
