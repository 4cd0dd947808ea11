import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';

/** Whoever listens on every address is asked on loopback. */
const anywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Asks a name server for the SOA of a name; answers the code of its reply, or throws when there is none in time. */
export function askForCode(address: string, port: number, name: string, timeoutMs = 1000): Promise<number> {
  const id = randomInt(0x1_0000);
  const labels = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')]);
  const header = Buffer.from([id >> 8, id & 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  const question = Buffer.concat([header, ...labels, Buffer.from([0, 0, 6, 0, 1])]);
  const server = anywhere[address] ?? address;
  return new Promise((resolve, reject) => {
    const socket = createSocket(server.includes(':') ? 'udp6' : 'udp4');
    const finish = (end: () => void): void => {
      clearTimeout(timer);
      socket.close();
      end();
    };
    const timer = setTimeout(() => finish(() => reject(new Error(`no answer within ${timeoutMs} ms`))), timeoutMs);
    socket.on('error', (error) => finish(() => reject(error)));
    socket.on('message', (reply) => {
      const isOurs = reply.length >= 12 && reply.readUInt16BE(0) === id && (reply[2] ?? 0) >= 0x80;
      if (isOurs) finish(() => resolve((reply[3] ?? 0) & 0x0f));
    });
    // Connected, so that a closed port is told at once.
    socket.connect(port, server, () => socket.send(question));
  });
}
