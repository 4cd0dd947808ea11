import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Asks one name server over UDP for A records, as often and as fast as somebody who waits for an answer to change. */
export async function openQuestions(port: number) {
  const socket = createSocket('udp4');
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const waiting = new Map<number, (answer: string | null) => void>();
  socket.on('message', (message) => {
    waiting.get(message.readUInt16BE(0))?.(addressIn(message));
    waiting.delete(message.readUInt16BE(0));
  });

  /** @returns the first address of the answer; null for every other answer, and for none within a second. */
  async function ask(name: string): Promise<string | null> {
    let id = randomInt(65_536);
    while (waiting.has(id)) id = randomInt(65_536);
    const answer = new Promise<string | null>((resolve) => waiting.set(id, resolve));
    const timer = setTimeout(() => waiting.get(id)?.(null), 1000);
    socket.send(questionFor(name, id));
    return answer.finally(() => clearTimeout(timer));
  }

  return {
    ask,
    /** @returns after how many milliseconds the question went out that was answered with this address. */
    async until(name: string, address: string): Promise<number> {
      const startedAt = performance.now();
      for (;;) {
        const askedAt = performance.now();
        if ((await ask(name)) === address) return askedAt - startedAt;
      }
    },
    close: () => socket.close(),
  };
}

/** RFC 1035 section 4.1: a header without flags, one question of type A and class IN. */
function questionFor(name: string, id: number): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(1, 4);
  const labels = name.split('.').flatMap((label) => [Buffer.of(label.length), Buffer.from(label)]);
  return Buffer.concat([header, ...labels, Buffer.of(0, 0, 1, 0, 1)]);
}

function addressIn(message: Buffer): string | null {
  if (message.readUInt16BE(6) === 0) return null;
  let at = 12;
  while (message[at] !== 0) at += message[at]! + 1;
  // Behind the question: a pointer to the name, type, class, TTL, length, data.
  const answer = at + 5;
  return message.readUInt16BE(answer + 2) === 1 ? [...message.subarray(answer + 12, answer + 16)].join('.') : null;
}
