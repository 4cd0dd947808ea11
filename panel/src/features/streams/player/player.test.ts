import { expect, test } from 'vitest';
import { failureOf } from './player-failure.ts';
import { tokenOf, withToken } from './preview-token.ts';

const base = 'http://live-1001.cdn.localhost:8080';

test('what a playlist names is asked for with the newest proof', () => {
  const token = tokenOf(`${base}/news/~200.bBb-_9/index.m3u8`);
  expect(token).toBe('/~200.bBb-_9');
  expect(withToken(`${base}/news/~100.aAa/s/v0/7.ts`, token)).toBe(`${base}/news/~200.bBb-_9/s/v0/7.ts`);
  expect(withToken(`${base}/news/s/v0/7.ts`, token)).toBe(`${base}/news/s/v0/7.ts`);
  expect(withToken(`${base}/news/~100.aAa/s/v0/7.ts`, null)).toBe(`${base}/news/~100.aAa/s/v0/7.ts`);
});

test('a link that carries its proof in the query is understood as well', () => {
  expect(tokenOf(`${base}/news/index.m3u8?expires=300&token=cC`)).toBe('/~300.cC');
  expect(tokenOf(`${base}/news/index.m3u8`)).toBeNull();
});

const network = (code: number) =>
  failureOf({ type: 'networkError', details: 'manifestLoadError', response: { code, url: '' } } as never);

test('each refusal has its words, and only those of the link ask for a new one', () => {
  expect(network(403)).toMatchObject({ linkOver: true, passes: true });
  expect(network(410)).toMatchObject({ linkOver: true, passes: true });
  expect(network(404)).toMatchObject({ linkOver: false, passes: true });
  expect(network(404).words).toContain('(404)');
  expect(network(502).words).toContain('live server (502)');
  expect(network(0).words).toContain('cannot be reached');
});

test('a codec that the browser lacks is named as such and not tried for ever', () => {
  const failure = failureOf({ type: 'mediaError', details: 'manifestIncompatibleCodecsError' } as never);
  expect(failure.words).toContain('codec');
  expect(failure.passes).toBe(false);
});
