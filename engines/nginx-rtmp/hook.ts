const calls = ['publish', 'publish_done', 'play'] as const;

/** What nginx asks or tells the hook. */
export type HookCall = {
  call: (typeof calls)[number];
  /** As the client named the stream: of a publisher its key, also where a redirect gave the session another name. */
  name: string;
  /** The client's own address; also through RTMPS. */
  address: string;
  /** What the client calls itself. */
  agent: string;
  /** The number of its connection: good until nginx is started again, which counts from 1. */
  connection: number;
  /** What stood behind the name's `?`. */
  args: URLSearchParams;
};

/** nginx writes these itself, in this order, and escapes them; after them comes, raw, what the client wrote behind `?`. */
const ownFields = ['app', 'flashver', 'swfurl', 'tcurl', 'pageurl', 'addr', 'clientid', 'call', 'name'];
const moreFields: Record<HookCall['call'], string[]> = {
  publish: ['type'],
  publish_done: [],
  play: ['start', 'duration', 'reset'],
};

/** Reads the body of a hook's request. Null: it is not one that nginx made. */
export function readHookCall(body: string): HookCall | null {
  const parts = body.split('&');
  const take = (names: string[]) => {
    const taken = names.map((name) => [name, readField(parts.shift(), name)] as const);
    return taken.every(([, value]) => value !== null) ? (Object.fromEntries(taken) as Record<string, string>) : null;
  };
  const own = take(ownFields);
  const call = calls.find((name) => name === own?.call);
  if (!own || !call || !take(moreFields[call])) return null;
  const connection = Number(own.clientid);
  if (!Number.isSafeInteger(connection) || connection < 1) return null;
  const { name = '', addr = '', flashver = '' } = own;
  // Whatever the client wrote there, a field of ours it cannot be.
  return { call, name, address: addr, agent: flashver, connection, args: new URLSearchParams(parts.join('&')) };
}

function readField(part: string | undefined, name: string): string | null {
  // What a client calls itself may be no UTF-8; that is no reason to turn it away.
  return part?.startsWith(`${name}=`) ? new URLSearchParams(part).get(name) : null;
}
