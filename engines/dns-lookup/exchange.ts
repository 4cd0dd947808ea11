import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { type Answer, type DecodedPacket, decode, encode, type Packet, RECURSION_DESIRED } from 'dns-packet';

export type Server = { address: string; port: number };
export type Question = { name: string; type: 'A' | 'AAAA' | 'NS' | 'SOA' | 'DS' };
export type Reply = {
  rcode: number;
  isAuthoritative: boolean;
  answers: Answer[];
  authorities: Answer[];
};
export type Asking = {
  /** Whether the server is to find the answer out, or to say what it knows itself. */
  recursive: boolean;
  timeoutMs: number;
};

export const rcodes = { noError: 0, noSuchName: 3 } as const;

/** Fits into one packet on every path; DNS flag day 2020. */
const udpPayloadBytes = 1232;
const lengthBytes = 2;

/** One question to one server: over UDP, and over TCP where the answer is cut. Throws where none comes in time. */
export async function ask(server: Server, question: Question, { recursive, timeoutMs }: Asking): Promise<Reply> {
  const untilMs = performance.now() + timeoutMs;
  const query: Packet = {
    type: 'query',
    id: randomInt(0x10000),
    flags: recursive ? RECURSION_DESIRED : 0,
    questions: [{ ...question, class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: udpPayloadBytes,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  };
  const bytes = encode(query);
  const read = (message: Buffer) => readReply(message, query.id ?? 0, question);
  const first = await askOverUdp(server, bytes, read, timeoutMs);
  const packet = first.flag_tc ? await askOverTcp(server, bytes, read, untilMs - performance.now()) : first;
  return {
    rcode: (packet.flags ?? 0) & 0x0f,
    isAuthoritative: packet.flag_aa,
    answers: packet.answers ?? [],
    authorities: packet.authorities ?? [],
  };
}

type Read = (message: Buffer) => DecodedPacket | undefined;

/** Undefined for what does not answer this question: anybody can send a packet. */
function readReply(message: Buffer, id: number, { name, type }: Question): DecodedPacket | undefined {
  let packet: DecodedPacket;
  try {
    packet = decode(message);
  } catch {
    return undefined;
  }
  const [asked, ...more] = packet.questions ?? [];
  const isOurs =
    asked && more.length === 0 && isSameName(asked.name, name) && asked.type === type && asked.class === 'IN';
  return packet.type === 'response' && packet.id === id && isOurs ? packet : undefined;
}

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const noAnswer = ({ address }: Server) => new Error(`${address} did not answer in time`);

function askOverUdp(server: Server, query: Buffer, read: Read, timeoutMs: number): Promise<DecodedPacket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4');
    const end = (settle: () => void) => {
      clearTimeout(timer);
      socket.removeAllListeners('message').close();
      settle();
    };
    const timer = setTimeout(() => end(() => reject(noAnswer(server))), timeoutMs);
    socket.once('error', (error) => end(() => reject(error)));
    socket.on('message', (message) => {
      const packet = read(message);
      if (packet) end(() => resolve(packet));
    });
    // Connected: the system drops what others send, from a port that they would have to guess.
    socket.connect(server.port, server.address, () => socket.send(query));
  });
}

function askOverTcp(server: Server, query: Buffer, read: Read, timeoutMs: number): Promise<DecodedPacket> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, server.address);
    const timer = setTimeout(() => socket.destroy(noAnswer(server)), Math.max(0, timeoutMs));
    let received: Buffer = Buffer.alloc(0);
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt16BE(query.length);
    socket.on('connect', () => socket.write(Buffer.concat([length, query])));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < lengthBytes || received.length < lengthBytes + received.readUInt16BE()) return;
      const packet = read(received.subarray(lengthBytes, lengthBytes + received.readUInt16BE()));
      if (packet) resolve(packet);
      socket.destroy(packet ? undefined : new Error(`${server.address} answered another question`));
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      reject(noAnswer(server));
    });
  });
}
