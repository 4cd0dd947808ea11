import { expect, test } from 'vitest';
import { EventPosition } from './event-position.ts';

const change = { topic: 'zones', serviceId: 1, id: 'a' } as const;
const ready = (id: string) => ({ id, event: 'ready', data: '{}' });
const reset = (id: string) => ({ id, event: 'reset', data: '{}' });
const message = (id: string) => ({ id, event: 'message', data: JSON.stringify(change) });

test('the first connection of a browser asks for nothing again, but has tabs do so that may have missed something', () => {
  const position = new EventPosition();
  expect(position.connect()).toBe(null);
  expect(position.hear(ready('r-1'))).toEqual({ news: null, shared: { id: 'r-1', news: 'all' } });
  expect(position.hear(message('r-2'))).toEqual({ news: change, shared: { id: 'r-2', news: change } });
});

test('the first connection goes on from the first answer, for what changed since is not in it', () => {
  const position = new EventPosition();
  position.begin('r-3');
  position.begin('r-7');
  expect(position.connect()).toBe('r-3');
  expect(position.hear(message('r-4'))).toEqual({ news: change, shared: { id: 'r-4', news: change } });
  expect(position.hear(ready('r-9'))).toEqual({ news: null, shared: { id: 'r-9', news: 'all' } });
  expect(position.connect()).toBe('r-9');
  expect(position.hear(ready('r-9')).shared.news).toBe(null);
});

test('when the server no longer knows the first answer, everything is asked for again', () => {
  const position = new EventPosition();
  position.begin('r-3');
  position.connect();
  expect(position.hear(reset('s-0')).news).toBe('all');
});

test('a connection made again goes on from the last id, and nothing else is asked for again', () => {
  const position = new EventPosition();
  position.connect();
  position.hear(ready('r-1'));
  position.hear(message('r-2'));
  expect(position.connect()).toBe('r-2');
  expect(position.hear(message('r-3')).news).toEqual(change);
  expect(position.hear(ready('r-4'))).toEqual({ news: null, shared: { id: 'r-4', news: null } });
  expect(position.connect()).toBe('r-4');
});

test('when the server no longer knows the id, every tab asks for everything', () => {
  const position = new EventPosition();
  position.overhear({ id: 'old-7', news: null });
  expect(position.connect()).toBe('old-7');
  expect(position.hear(reset('new-0'))).toEqual({ news: 'all', shared: { id: 'new-0', news: 'all' } });
  expect(position.connect()).toBe('new-0');
});

test('a tab that takes over goes on from what it overheard', () => {
  const position = new EventPosition();
  position.wait();
  expect(position.overhear({ id: 'r-5', news: change })).toEqual(change);
  expect(position.overhear({ id: 'r-9', news: null })).toBe(null);
  expect(position.overhear({ id: null, news: null })).toBe(null);
  expect(position.connect()).toBe('r-9');
  expect(position.hear(ready('r-9')).news).toBe(null);
});

test('a tab that takes over and has overheard nothing asks for everything', () => {
  const position = new EventPosition();
  position.wait();
  expect(position.connect()).toBe(null);
  // A late word of the tab before says nothing of what this connection was asked for.
  position.overhear({ id: 'r-8', news: null });
  expect(position.hear(ready('r-9'))).toEqual({ news: 'all', shared: { id: 'r-9', news: 'all' } });
});

test('a ping moves the position and is no news; what cannot be read is none either', () => {
  const position = new EventPosition();
  position.connect();
  position.hear(ready('r-1'));
  expect(position.hear({ id: 'r-6', event: 'message', data: '' })).toEqual({
    news: null,
    shared: { id: 'r-6', news: null },
  });
  expect(position.hear({ id: null, event: 'message', data: '{' }).news).toBe(null);
  expect(position.connect()).toBe('r-6');
});
