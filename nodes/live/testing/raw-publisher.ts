import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const handshakeBytes = 1536;
/** Packets of enhanced RTMP: their number stands where nginx-rtmp looks for a codec. */
const packet = { start: 0, frames: 1, framesWithoutTime: 3, colours: 4, tracks: 6 } as const;
/** By enhanced RTMP: what key frames and others are sent as. */
export type Enhanced = { codec: string; key: keyof typeof packet; other: keyof typeof packet };
/** As RTMP always was: a number names the codec. */
export type Plain = { codec: number; isAnnounced: boolean; hasKeyFrames: boolean };
export type Sends = Enhanced | Plain;

const type = { chunkSize: 1, audio: 8, video: 9, data: 18, command: 20 } as const;

/** Publishes what no ffmpeg of ours can. Its pictures are noise; whoever would decode them is not asked. */
export class RawPublisher {
  readonly #socket: Socket;
  readonly ended: Promise<unknown>;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('error', () => undefined);
    // Not by `once`, which an error ends: whether the ingest resets the connection is chance.
    this.ended = new Promise((resolve) => this.#socket.on('close', resolve));
  }

  async publish(name: string, sends: Sends): Promise<void> {
    const socket = this.#socket;
    await once(socket, 'connect');
    socket.write(Buffer.concat([Buffer.of(3), Buffer.alloc(8), randomBytes(handshakeBytes - 8)]));
    let answer = Buffer.alloc(0);
    while (answer.length < 1 + 2 * handshakeBytes) answer = Buffer.concat([answer, (await once(socket, 'data'))[0]]);
    socket.write(answer.subarray(1, 1 + handshakeBytes));
    socket.resume();
    this.#send(type.chunkSize, Buffer.of(0, 1, 0, 0), 0);
    const flashVer = 'FMLE/3.0 (compatible; raw)';
    this.#send(type.command, amf('connect', 1, { app: 'live', flashVer, tcUrl: 'rtmp://127.0.0.1/live' }), 0);
    await sleep(200);
    this.#send(type.command, amf('createStream', 2, null), 0);
    await sleep(200);
    this.#send(type.command, amf('publish', 3, null, name, 'live'), 0);
    await sleep(500);
    const { codec } = sends;
    const videocodecid = typeof codec === 'number' ? codec : Buffer.from(codec).readUInt32BE();
    const facts = { width: 1280, height: 720, framerate: 25, videocodecid };
    if (!isPlain(sends) || sends.isAnnounced) this.#send(type.data, amf('@setDataFrame', 'onMetaData', facts), 0);
    this.#send(type.video, begin(sends), 0);
    for (let frame = 0; !socket.destroyed; frame++) {
      this.#send(type.video, picture(sends, frame % 50 === 0), frame * 40);
      await sleep(40);
    }
  }

  stop(): void {
    this.#socket.destroy();
  }

  /** One message as one chunk. */
  #send(kind: number, payload: Buffer, timestamp: number): void {
    const header = Buffer.alloc(12);
    header[0] = kind === type.chunkSize ? 2 : kind;
    header.writeUIntBE(timestamp, 1, 3);
    header.writeUIntBE(payload.length, 4, 3);
    header[7] = kind;
    header.writeUInt32LE(kind === type.chunkSize || kind === type.command ? 0 : 1, 8);
    if (!this.#socket.destroyed) this.#socket.write(Buffer.concat([header, payload]));
  }
}

/** What decoders are to know first: of H.264 at level 3.0, without its details. */
const plainBegin = (codec: number): Buffer =>
  Buffer.concat([Buffer.of(0x10 | codec, 0, 0, 0, 0), Buffer.from('0142c01effe000', 'hex'), Buffer.alloc(20)]);

const begin = (sends: Sends): Buffer =>
  isPlain(sends) ? plainBegin(sends.codec) : Buffer.concat([head('start', true, sends.codec), randomBytes(100)]);

function picture(sends: Sends, isKeyTime: boolean): Buffer {
  const bytes = randomBytes(isKeyTime ? 20_000 : 4000);
  if (!isPlain(sends)) return Buffer.concat([head(isKeyTime ? sends.key : sends.other, isKeyTime, sends.codec), bytes]);
  const isKey = isKeyTime && sends.hasKeyFrames;
  return Buffer.concat([Buffer.of((isKey ? 0x10 : 0x20) | sends.codec, 1, 0, 0, 0), bytes]);
}

const isPlain = (sends: Sends): sends is Plain => typeof sends.codec === 'number';

/** A tag's first bit says that four letters name the codec. */
function head(kind: keyof typeof packet, isKey: boolean, codec: string): Buffer {
  const first = 0x80 | ((isKey ? 1 : 2) << 4) | packet[kind];
  // One track, of frames, by the number 0.
  if (kind === 'tracks') return Buffer.concat([Buffer.of(first, packet.frames), Buffer.from(codec), Buffer.alloc(4)]);
  const compositionTime = Buffer.alloc(kind === 'frames' ? 3 : 0);
  return Buffer.concat([Buffer.of(first), Buffer.from(codec), compositionTime]);
}

type Amf = string | number | null | { [key: string]: string | number };

/** AMF0, as far as a publisher needs it. */
const amf = (...values: Amf[]): Buffer => Buffer.concat(values.map(encode));

function encode(value: Amf): Buffer {
  if (value === null) return Buffer.of(5);
  if (typeof value === 'string') return Buffer.concat([Buffer.of(2), text(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  const fields = Object.entries(value).flatMap(([key, one]) => [text(key), encode(one)]);
  return Buffer.concat([Buffer.of(3), ...fields, Buffer.of(0, 0, 9)]);
}

function text(value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([length, Buffer.from(value)]);
}
