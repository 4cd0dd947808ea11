import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { writeAtomically } from '../../lib/atomic-file.ts';
import { dial } from './dial.ts';
import { ForwardProxy, type ProxyOptions, type PullProblem } from './forward-proxy.ts';
import { type PullInput, pinnedInput, tunnelledInput, webInput } from './pull-input.ts';
import { checkHost, SourceProblem } from './source-check.ts';
import { bracketed, readSourceUrl, type SourceUrl } from './source-url.ts';

export type GateOptions = ProxyOptions & {
  /** Where ffmpeg finds the authorities that it is to trust. */
  folder: string;
};

export type Opened = { ok: true; input: PullInput } | ({ ok: false } & PullProblem);

/** The one door for pulled streams: says whether a source may be fetched from, and what ffmpeg is to be given for it. */
export class PullGate {
  readonly #proxy: ForwardProxy;
  readonly #certificates: string;
  readonly #trusted: string;

  constructor(options: GateOptions) {
    this.#proxy = new ForwardProxy(options);
    this.#certificates = join(options.folder, 'authorities.pem');
    this.#trusted = options.trusted ?? getCACertificates('default').join('\n');
  }

  async start(): Promise<void> {
    await writeAtomically(this.#certificates, this.#trusted);
    await this.#proxy.start();
  }

  stop(): Promise<void> {
    return this.#proxy.stop();
  }

  get port(): number {
    return this.#proxy.port;
  }

  /** An earlier source of the stream is closed. */
  async open(streamId: string, sourceUrl: string, password = randomBytes(16).toString('hex')): Promise<Opened> {
    this.close(streamId);
    const source = readSourceUrl(sourceUrl);
    if (source === null) return { ok: false, reason: 'source_unreachable', detail: 'This is no address of a source' };
    try {
      return { ok: true, input: await this.#admit(streamId, sourceUrl, source, password) };
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error;
      return { ok: false, reason: error.reason, detail: error.message };
    }
  }

  /** For an ffmpeg that runs already: whatever it connects to is checked then. Of a plain RTMP source nothing comes this way. */
  reopen(streamId: string, sourceUrl: string, password: string): void {
    const source = readSourceUrl(sourceUrl);
    if (source !== null && source.scheme !== 'rtmp') this.#openProxy(streamId, sourceUrl, source, password);
  }

  async #admit(streamId: string, sourceUrl: string, source: SourceUrl, password: string): Promise<PullInput> {
    const { host, port, scheme } = source;
    if (scheme === 'rtmp') {
      const socket = await dial({ host, port }, this.#proxy.dialing);
      const address = socket.remoteAddress ?? '';
      socket.destroy();
      return pinnedInput(source, address);
    }
    await checkHost(host, port, this.#proxy.dialing.rules);
    const access = { port: this.#proxy.port, user: streamId, password };
    this.#openProxy(streamId, sourceUrl, source, password);
    return scheme === 'rtmps' ? tunnelledInput(source, access, this.#certificates) : webInput(source, access);
  }

  #openProxy(streamId: string, sourceUrl: string, { scheme, host, port }: SourceUrl, password: string): void {
    this.#proxy.open(streamId, sourceUrl, password, scheme === 'rtmps' ? `${bracketed(host)}:${port}` : null);
  }

  close(streamId: string): void {
    this.#proxy.close(streamId);
  }

  /** Of a plain RTMP source: 0, since its bytes do not come this way. */
  bytesIn(streamId: string): number {
    return this.#proxy.bytesIn(streamId);
  }

  problemOf(streamId: string): PullProblem | null {
    return this.#proxy.problemOf(streamId);
  }
}
