/** One answer as dnsdist reports it: a PBDNSMessage of PowerDNS' protobuf log. */
export type LoggedAnswer = {
  /** Lower case, without the dot at its end; the root is ''. */
  name: string;
  type: number;
  rcode: number;
  /** With its fraction. */
  timeSeconds: number;
};

/** dnsdist keeps the case that the question came in, which some resolvers toss on purpose. */
const plain = (name: string) => (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();

/** PBDNSMessage: type 1 (2 is an answer), time 9 and its microseconds 10, question 12 {name 1, type 2}, response 13 {rcode 1}. */
const isAnswer = 2;

/** Thrown as it is: making errors is slow, and nobody reads them. */
const malformed = new Error('not a message of the protobuf log');

/** Where the reader stands. Reading never waits, so one place is enough, and nothing is made per message. */
let at = 0;

/** Reads the varint at `at`. Numbers beyond 53 bits do not occur in what is read. */
function readVarint(buffer: Buffer, end: number): number {
  let value = 0;
  for (let factor = 1; at < end; factor *= 128) {
    const byte = buffer[at++]!;
    value += (byte & 127) * factor;
    if (byte < 128) return value;
  }
  throw malformed;
}

function skip(buffer: Buffer, end: number, wire: number): void {
  if (wire === 0) readVarint(buffer, end);
  else if (wire === 1) at += 8;
  else if (wire === 2) {
    const length = readVarint(buffer, end);
    at += length;
  } else if (wire === 5) at += 4;
  else throw malformed;
  if (at > end) throw malformed;
}

/** Fills `into`; false where the bytes are no answer. Nothing but the name's string is allocated. */
export function readAnswer(buffer: Buffer, start: number, end: number, into: LoggedAnswer): boolean {
  let kind = 0;
  let seconds = 0;
  let microseconds = 0;
  let isNamed = false;
  into.rcode = 0;
  into.type = 0;
  at = start;
  try {
    while (at < end) {
      const key = readVarint(buffer, end);
      if (key === 0x08) kind = readVarint(buffer, end);
      else if (key === 0x48) seconds = readVarint(buffer, end);
      else if (key === 0x50) microseconds = readVarint(buffer, end);
      else if (key === 0x62) isNamed = readQuestion(buffer, readPartEnd(buffer, end), into);
      else if (key === 0x6a) readResponse(buffer, readPartEnd(buffer, end), into);
      else skip(buffer, end, key & 7);
    }
  } catch (error) {
    if (error === malformed) return false;
    throw error;
  }
  into.timeSeconds = seconds + microseconds / 1e6;
  return kind === isAnswer && isNamed;
}

function readPartEnd(buffer: Buffer, end: number): number {
  const length = readVarint(buffer, end);
  if (at + length > end) throw malformed;
  return at + length;
}

function readQuestion(buffer: Buffer, end: number, into: LoggedAnswer): boolean {
  let isNamed = false;
  while (at < end) {
    const key = readVarint(buffer, end);
    if (key === 0x0a) {
      const nameEnd = readPartEnd(buffer, end);
      into.name = plain(buffer.toString('latin1', at, nameEnd));
      isNamed = true;
      at = nameEnd;
    } else if (key === 0x10) into.type = readVarint(buffer, end);
    else skip(buffer, end, key & 7);
  }
  return isNamed;
}

function readResponse(buffer: Buffer, end: number, into: LoggedAnswer): void {
  while (at < end) {
    const key = readVarint(buffer, end);
    if (key === 0x08) into.rcode = readVarint(buffer, end);
    else skip(buffer, end, key & 7);
  }
}
