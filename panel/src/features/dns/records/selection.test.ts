import { expect, test } from 'vitest';
import { extendTo, howMany, keepExisting, nothing, toggle, toggleAll, toggleRange } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const chosen = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort();

test('Shift chooses from the one before to this one, in the order of the screen, either way', () => {
  expect(chosen(toggleRange(toggle(nothing, 'b'), 'd', order))).toEqual(['b', 'c', 'd']);
  expect(chosen(toggleRange(toggle(nothing, 'd'), 'b', order))).toEqual(['b', 'c', 'd']);
});

test('Shift on a chosen one lets the range go', () => {
  const all = toggleAll(nothing, order);
  expect(chosen(toggleRange({ ...all, anchor: 'b' }, 'd', order))).toEqual(['a', 'e']);
});

test('Shift without a beginning in sight chooses just the one', () => {
  expect(chosen(toggleRange(nothing, 'c', order))).toEqual(['c']);
  expect(chosen(toggleRange({ ids: new Set(), anchor: 'gone' }, 'c', order))).toEqual(['c']);
});

test('all that the filter leaves is chosen, and let go of, without what it hides', () => {
  const hidden = toggle(nothing, 'z');
  const all = toggleAll(hidden, order);
  expect(howMany(all, order)).toBe('all');
  expect(chosen(toggleAll(all, order))).toEqual(['z']);
  expect(howMany(toggle(all, 'b'), order)).toBe('some');
  expect(howMany(hidden, order)).toBe('none');
});

test('the keyboard extends from where it began', () => {
  const one = extendTo(nothing, 'b', 'c', order);
  expect(chosen(extendTo(one, 'c', 'd', order))).toEqual(['b', 'c', 'd']);
});

test('what is deleted is no longer chosen', () => {
  const selection = toggle(toggle(nothing, 'a'), 'b');
  expect(keepExisting(selection, (id) => id !== 'b')).toEqual({ ids: new Set(['a']), anchor: null });
  expect(keepExisting(selection, () => true)).toBe(selection);
});
