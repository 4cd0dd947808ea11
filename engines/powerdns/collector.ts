import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type LoggedAnswer, readAnswer } from './message.ts';

export type CollectorOptions = {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Called for each answer that dnsdist gave. The name is lower case and has no dot at its end; the root is ''. */
  onResponse: (name: string, type: number, rcode: number, timeSeconds: number) => void;
};

export type Collector = {
  port: number;
  /** Since the start: messages that were counted, and those that could not be read. */
  counts: { read: number; malformed: number };
  /** Resolves once dnsdist's connections are gone. */
  close(): Promise<void>;
};

/** A message's length stands before it in two bytes. */
const lengthBytes = 2;

/** Listens for dnsdist's log of answers. What is on its way when this process dies is lost; dnsdist keeps what it could not send. */
export async function startCollector({ host, port, onResponse }: CollectorOptions): Promise<Collector> {
  const counts = { read: 0, malformed: 0 };
  const answer: LoggedAnswer = { name: '', type: 0, rcode: 0, timeSeconds: 0 };
  const take = (buffer: Buffer, start: number, end: number) => {
    if (!readAnswer(buffer, start, end, answer)) {
      counts.malformed++;
      return;
    }
    counts.read++;
    onResponse(answer.name, answer.type, answer.rcode, answer.timeSeconds);
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    followFrames(socket, take);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }).listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Hands over each whole message; one that arrives in pieces waits for its rest. */
function followFrames(socket: Socket, take: (buffer: Buffer, start: number, end: number) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    const buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let start = 0;
    while (buffer.length - start >= lengthBytes) {
      const end = start + lengthBytes + buffer.readUInt16BE(start);
      if (end > buffer.length) break;
      take(buffer, start + lengthBytes, end);
      start = end;
    }
    // A copy: the rest would keep the whole chunk in memory.
    rest = start === buffer.length ? Buffer.alloc(0) : Buffer.from(buffer.subarray(start));
  });
}
