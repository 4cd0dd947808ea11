import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disguise, rewritePlaylist, unmask } from './playlist.ts';
import { appOf } from './pull-input.ts';
import { readSourceUrl, shownSource, withoutSecrets } from './source-url.ts';

test.each([
  ['rtmp://live.example.com/app/x', { scheme: 'rtmp', host: 'live.example.com', port: 1935, path: '/app/x' }],
  ['rtmp://live.example.com:80/app/x?a=b', { host: 'live.example.com', port: 80, path: '/app/x?a=b' }],
  ['RTMPS://Live.Example.com:443/app/x', { scheme: 'rtmps', host: 'live.example.com', port: 443 }],
  ['rtmp://0x7f.1/app/x', { host: '127.0.0.1' }],
  ['http://[::FFFF:127.0.0.1]:8080/a.m3u8', { host: '::ffff:7f00:1', port: 8080 }],
  ['https://a:b%40c@example.com/a.m3u8', { host: 'example.com', port: 443, userInfo: 'a:b%40c' }],
])('%s is taken apart as the web does it', (text, parts) => {
  expect(readSourceUrl(text)).toMatchObject(parts);
});

test.each(['file:///etc/passwd', 'concat:a|b', '/etc/passwd', '-i', 'http://', 'rtmp:x', ''])('%s is none', (text) => {
  expect(readSourceUrl(text)).toBeNull();
});

test('an address that was disguised is asked for as it was', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, validSchemes: ['http', 'https'] }), (text) => {
      const url = new URL(text);
      const asked = unmask(disguise(url), 'http://source.test/');
      expect(asked).toMatchObject({ type: 'url', isSource: false });
      expect(asked?.type === 'url' && asked.url.href).toBe(url.href);
    }),
  );
});

test('no rewritten playlist says anything but plain HTTP', () => {
  const scheme = fc.constantFrom(
    'file://',
    'https://',
    'httpproxy://',
    'tcp:',
    'data:',
    '//',
    '/',
    '',
    'crypto+http://',
  );
  const address = fc.tuple(scheme, fc.string()).map(([start, rest]) => start + rest);
  const line = fc.oneof(
    address,
    address.map((text) => `#EXT-X-KEY:METHOD=AES-128,URI="${text}"`),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const said = rewritePlaylist(['#EXTM3U', ...lines].join('\n'), new URL('https://source.test/a/index.m3u8'));
      for (const text of said.split('\n')) {
        const named = text.startsWith('#EXT') ? [...text.matchAll(/\bURI="?([^"]*)/g)].map(([, uri]) => uri) : [];
        if (text !== '' && !text.startsWith('#')) named.push(text);
        for (const address of named) expect(address).toMatch(/^http:\/\//);
      }
    }),
  );
});

test('the user name and password of a source are in nothing that people see', () => {
  const url = 'rtmp://viewer:s3cret%21x@live.example.com/app/x';
  expect(shownSource(url)).toBe('rtmp://live.example.com/app/x');
  const basic = Buffer.from('viewer:s3cret!x').toString('base64');
  for (const line of [`${url}: timeout`, 'auth s3cret!x failed', `Authorization: Basic ${basic}`, 's3cret%21x']) {
    expect(withoutSecrets(line, url)).not.toMatch(new RegExp(`s3cret|${basic}`));
  }
  expect(withoutSecrets('frame= 12 fps=25', url)).toBe('frame= 12 fps=25');
});

test.each([
  ['/live/x', 'live'],
  ['/live/inner/x', 'live/inner'],
  ['/live/mp4:x/y', 'live'],
])('of %s the application is %s', (path, app) => {
  expect(appOf(path)).toBe(app);
});
