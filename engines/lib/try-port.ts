import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Why a port cannot be listened on, as the system names it; undefined when it can. */
export function tryTcpPort(port: number, bind: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, bind, () => server.close(() => resolve(undefined)));
  });
}

export function tryUdpPort(port: number, bind: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(bind.includes(':') ? 'udp6' : 'udp4');
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      resolve(error.code ?? error.message);
    });
    socket.bind({ port, address: bind, exclusive: true }, () => socket.close(() => resolve(undefined)));
  });
}
