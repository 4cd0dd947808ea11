import { expect, test } from 'vitest';
import { changesTo, soaProblems, valuesOf } from './soa-form.ts';

const soa = {
  mname: 'ns1.headwater.test',
  rname: 'hostmaster@riverside.example',
  serial: 7,
  refresh: 10_800,
  retry: 3600,
  expire: 604_800,
  minimum: 3600,
  ttl: 3600,
};

test('an untouched form changes nothing, another sends what differs', () => {
  expect(changesTo(soa, valuesOf(soa))).toEqual({});
  expect(changesTo(soa, { ...valuesOf(soa), retry: '1800', rname: ' dns@riverside.example ' })).toEqual({
    retry: 1800,
    rname: 'dns@riverside.example',
  });
});

test('each field says what would be valid', () => {
  const problems = soaProblems({ ...valuesOf(soa), rname: 'nobody', refresh: '5', minimum: '', ttl: '1e4' });
  expect(problems).toEqual({
    rname: 'Enter an e-mail address such as hostmaster@example.com',
    refresh: 'Use at least 1200 seconds',
    minimum: 'Enter a number of seconds',
    ttl: 'Enter a number of seconds',
  });
});
