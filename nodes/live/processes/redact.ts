import { unveil } from '../pull/playlist.ts';
import type { RunRecord } from './run-record.ts';

/** What an engine writes may quote what it was told: names of sessions, and user names and passwords of sources. */
export function redact(line: string): string {
  return unveil(line)
    .replaceAll(/\brtmp:\/\/127\.0\.0\.1:\d+\/[^\s:]*: /g, 'What comes in: ')
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@'"]*@/gi, '$1')
    .replaceAll(/\b(rtmps?:\/\/[^\s'"]*\/)[^\s/'":]+/gi, '$1…')
    .replaceAll(/\?[^\s'"]+/g, '?…')
    .replaceAll(/\b[0-9a-f]{32,}\b/gi, '…')
    .slice(0, 500)
    .toWellFormed();
}

/** Of one encoder: what it says of its own input is said of the address that its owner gave. */
export function redactOf({ pulled, from }: Pick<RunRecord, 'pulled' | 'from'>, line: string): string {
  const input = pulled === null ? null : /^[a-z]+:\/\/\S*?: /.exec(line)?.[0];
  return input == null ? redact(line) : `${from}: ${redact(line.slice(input.length))}`.slice(0, 500);
}

/** A source as people may see it: without its user name, its password, and what stands in its query. */
export function describeSource(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, host, pathname } = new URL(url);
  // The last part of an RTMP address may be a key.
  const shown = protocol.startsWith('rtmp') ? pathname.replace(/[^/]*$/, '…') : pathname;
  return `${protocol}//${host}${shown}`.slice(0, 2048);
}
