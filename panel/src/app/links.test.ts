import { expect, test } from 'vitest';
import { menu } from './menus.ts';
import { router } from './router.tsx';
import { screens } from './screens.ts';

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Every address that the sources name as one to go to. */
const named = Object.entries(sources).flatMap(([file, source]) =>
  [...source.matchAll(/\bto(?:=|: ?)["'](\/[^"']*)["']/g)].map(([, to = '']) => ({ file, to })),
);

/** Whether a screen stands at an address, rather than what catches the unknown. */
function answers(to: string): boolean {
  const path = to.replace('$serviceId', '1001').replaceAll(/\$\w+/g, 'x');
  const leaf = router.getMatchedRoutes(path)[0].at(-1);
  return leaf !== undefined && leaf.fullPath.replace(/(.)\/$/, '$1') === to;
}

test('every link in the panel leads to a screen', () => {
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ to }) => !answers(to))).toEqual([]);
});

test('every line of a menu leads to a screen', () => {
  const lines = menu.flatMap((entry) => ('to' in entry ? [entry] : []));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter(({ to }) => !answers(to)).map(({ label, to }) => ({ label, to }))).toEqual([]);
});

test('no two features claim one address', () => {
  const below = { bare: '', home: 'home/', service: '$serviceId/' };
  const claimed = screens.map(({ frame, path }) => below[frame] + path);
  expect(claimed.filter((address, index) => claimed.indexOf(address) !== index)).toEqual([]);
});

test('an address that nobody registered is no screen', () => {
  for (const to of ['/nowhere', '/home/nowhere', '/$serviceId/nowhere', '/$serviceId/zones/http']) {
    expect(answers(to)).toBe(false);
  }
});
