import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import tls from 'node:tls';
import { freePort } from '@headwater/engines/lib/testing';

async function connectPatiently(port: number): Promise<Socket> {
  for (let tries = 0; ; tries++) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** Somebody else's RTMP server: whoever connects and says something is played `/live/x` by an ffmpeg of their own. */
export class RtmpSource {
  readonly #server: Server;
  readonly #players = new Set<ChildProcess>();
  readonly #sockets = new Set<Socket>();
  /** What its first visitor wrote before the handshake was over: the name it asked for stands in it. */
  said = '';

  constructor(secure?: { key: string; cert: string }) {
    const serve = (socket: Socket): void => {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('data', (chunk: Buffer) => {
        socket.pause();
        this.#play(socket, chunk).catch(() => socket.destroy());
      });
    };
    this.#server = secure ? tls.createServer(secure, serve) : createServer(serve);
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async #play(socket: Socket, first: Buffer): Promise<void> {
    const port = await freePort();
    const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15'];
    const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '15', '-pix_fmt', 'yuv420p', '-t', '20'];
    const out = ['-f', 'flv', '-listen', '1', `rtmp://127.0.0.1:${port}/live/x`];
    const player = spawn('ffmpeg', ['-v', 'error', '-nostdin', ...picture, ...encoding, ...out], { stdio: 'ignore' });
    this.#players.add(player);
    const inner = await connectPatiently(port);
    this.#sockets.add(inner);
    socket.on('data', (chunk: Buffer) => {
      if (this.said.length < 20_000) this.said += chunk.toString('latin1');
    });
    inner.write(first);
    pipeline(socket, inner, socket, () => player.kill('SIGKILL'));
  }

  async stop(): Promise<void> {
    for (const player of this.#players) player.kill('SIGKILL');
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
