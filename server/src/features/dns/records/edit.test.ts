import { describe, expect, test } from 'vitest';
import type { DomainRow } from '../domains/store.ts';
import { ZoneEdit } from './edit.ts';
import type { RecordRow } from './store.ts';

const domain = { id: 'd', customer_id: 1, domain: 'riverside.test' } as DomainRow;
const input = (host: string, record: string) => ({ host, type: 'A', record });
const extras = { status: 1, note: '' };

/** A row as the database had it before the edit. */
const stored = (host: string, record: string): RecordRow => {
  const row = new ZoneEdit(domain, []).add(input(host, record), extras);
  return { ...row, id: `${host}${record}` };
};
const idsOf = ({ before, after }: ReturnType<ZoneEdit['difference']>) => ({
  before: before.map(({ id }) => id),
  after: after.map(({ id }) => id),
});

describe('what an edit changed', () => {
  test('a new record that is changed again is still a new one', () => {
    const edit = new ZoneEdit(domain, []);
    const row = edit.add(input('www', '192.0.2.1'), extras);
    edit.place({ ...row, record: '192.0.2.2' });
    edit.accept({ ...edit.find(row.id)!, record: '192.0.2.3' });
    expect(edit.difference()).toMatchObject({ before: [], after: [{ id: row.id, record: '192.0.2.3' }] });
  });

  test('a new record that is removed again was never there', () => {
    const edit = new ZoneEdit(domain, []);
    edit.remove(edit.add(input('www', '192.0.2.1'), extras).id);
    expect(edit.difference()).toEqual({ before: [], after: [] });
  });

  test('an old record that is removed, or put back changed, is told as it was', () => {
    const [one, two] = [stored('one', '192.0.2.1'), stored('two', '192.0.2.2')];
    const edit = new ZoneEdit(domain, [one, two]);
    edit.remove(one.id);
    edit.remove(two.id);
    edit.place({ ...two, record: '192.0.2.22' });
    expect(idsOf(edit.difference())).toEqual({ before: [one.id, two.id], after: [two.id] });
    expect(edit.difference().before[1]).toMatchObject({ record: '192.0.2.2' });
  });

  test('is nothing after a refusal', () => {
    const old = stored('www', '192.0.2.1');
    const edit = new ZoneEdit(domain, [old]);
    expect(() => edit.add({ host: 'www', type: 'CNAME', record: 'elsewhere.test' }, extras)).toThrow('CNAME');
    expect(() => edit.add(input('www', '192.0.2.1'), extras)).toThrow('already');
    expect(edit.difference()).toEqual({ before: [], after: [] });
    expect(edit.find(old.id)).toEqual(old);
  });
});
