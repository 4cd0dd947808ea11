/** One entry of a zone file: a line, or several held together by parentheses. */
export type Entry = {
  /** Of its first line, from 1. */
  line: number;
  /** Without comments and parentheses. */
  text: string;
  /** The last comment, without its semicolon. */
  comment: string;
  problem?: string;
};

/** The longest text of a record, with every byte escaped, is far below. */
const mostEntryCharacters = 100_000;

/**
 * The entries of a zone file (RFC 1035 5.1), one character after the other: quotes and escapes decide what a semicolon
 * or a parenthesis is. What is broken ends with its line, so that the next one is read again.
 */
export function* readEntries(text: string): Generator<Entry> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const start = line;
    let depth = 0;
    let length = 0;
    let comment = '';
    let problem: string | undefined;
    const parts: string[] = [];
    for (let ended = false; !ended; ) {
      const end = endOfLine(text, at);
      const read = readLine(text.slice(at, end), depth);
      length += read.text.length;
      if (length <= mostEntryCharacters) parts.push(read.text);
      if (read.comment !== '') comment = read.comment;
      depth = read.depth;
      problem = read.problem;
      at = end + 1;
      line++;
      ended = depth === 0 || at >= text.length;
    }
    if (depth > 0) problem = 'The parenthesis that is opened here is never closed';
    else if (length > mostEntryCharacters) problem = 'This entry is longer than any record can be';
    yield { line: start, text: parts.join(' '), comment, ...(problem && { problem }) };
  }
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};

type Line = { text: string; comment: string; depth: number; problem?: string };

const special = /["\\;()]/g;

function readLine(line: string, openBefore: number): Line {
  let text = '';
  let depth = openBefore;
  let quoted = false;
  let at = 0;
  special.lastIndex = 0;
  for (let match = special.exec(line); match; match = special.exec(line)) {
    const { index } = match;
    const sign = match[0];
    if (sign === '\\') {
      special.lastIndex = index + 2;
      continue;
    }
    if (sign === '"') quoted = !quoted;
    if (sign === '"' || quoted) continue;
    text += line.slice(at, index);
    at = index + 1;
    if (sign === ';') return { text, comment: line.slice(at).trim(), depth };
    // A parenthesis also separates words.
    text += ' ';
    depth += sign === '(' ? 1 : -1;
    if (depth < 0) return { text, comment: '', depth: 0, problem: 'A parenthesis is closed that was never opened' };
  }
  text += line.slice(at);
  if (quoted) return { text, comment: '', depth: 0, problem: 'A quote is opened and not closed on this line' };
  return { text, comment: '', depth };
}
