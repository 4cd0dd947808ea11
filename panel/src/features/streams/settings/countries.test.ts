import { Country } from '@headwater/contract/access/schema';
import { expect, test } from 'vitest';
import { countries, countryName, readCountries } from './countries.ts';

test('every country is one that the contract takes, once, and none that is no more', () => {
  expect(countries.length).toBeGreaterThan(240);
  expect(countries.length).toBeLessThan(260);
  expect(countries.filter(({ code }) => !Country.safeParse(code).success)).toEqual([]);
  const codes = countries.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['DE', 'FR', 'US', 'TW', 'CW', 'SS', 'AQ']));
  for (const gone of ['SU', 'DD', 'YU', 'AN', 'EU', 'ZZ']) expect(codes).not.toContain(gone);
});

test('countries are read by code and by name, in lines, with commas and with spaces', () => {
  expect(readCountries('de, France\nat; united states')).toEqual({ codes: ['DE', 'FR', 'AT', 'US'], unknown: [] });
  expect(readCountries('DE FR de')).toEqual({ codes: ['DE', 'FR'], unknown: [] });
  expect(readCountries('Atlantis, CH, Middle Earth')).toEqual({ codes: ['CH'], unknown: ['Atlantis', 'Middle Earth'] });
});

test('a country is called by its name', () => {
  expect(countryName('CH')).toBe('Switzerland');
});
