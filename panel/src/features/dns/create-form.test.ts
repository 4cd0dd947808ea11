import { expect, test } from 'vitest';
import { bodyOf, createProblems, nameHint, nothingYet } from './create-form.ts';

const filled = { ...nothingYet, domain: 'riverside.example', address: '192.0.2.1', zone: '@ IN A 192.0.2.1' };

test('only what belongs to the chosen start is sent', () => {
  expect(bodyOf(filled)).toEqual({ domain: 'riverside.example', start: 'empty' });
  expect(bodyOf({ ...filled, start: 'template', template: 'no-mail' })).toEqual({
    domain: 'riverside.example',
    start: 'template',
    template: 'no-mail',
  });
  expect(bodyOf({ ...filled, start: 'import' })).toMatchObject({ start: 'import', zone: filled.zone });
});

test('each start asks for what it needs, and for nothing else', () => {
  const bare = { ...nothingYet, domain: 'riverside.example' };
  expect(createProblems(bare)).toEqual({});
  expect(Object.keys(createProblems({ ...bare, start: 'template' }))).toEqual(['address']);
  expect(createProblems({ ...bare, start: 'template', template: 'no-mail' })).toEqual({});
  expect(createProblems({ ...bare, start: 'template', address: '2001:db8::1' })).toEqual({});
  expect(Object.keys(createProblems({ ...bare, start: 'import' }))).toEqual(['zone']);
});

test('what is no domain says what would be one', () => {
  expect(createProblems({ ...nothingYet, domain: 'localhost' }).domain).toContain('with its ending');
  expect(createProblems({ ...nothingYet, domain: '192.0.2.1' }).domain).toContain('not an IP address');
});

test('the name is shown as it will be kept, where that is another one', () => {
  expect(nameHint('Bücher.Example.')).toBe('It is kept as xn--bcher-kva.example');
  const usual = 'A domain that you own, without www.';
  expect(nameHint('riverside.example')).toBe(usual);
  expect(nameHint('not a domain')).toBe(usual);
});

test('who types www is told of the domain above it, and may go on', () => {
  expect(nameHint('www.riverside.example')).toBe('Most people create riverside.example: www is one of its records.');
  expect(createProblems({ ...nothingYet, domain: 'www.riverside.example' })).toEqual({});
  expect(nameHint('www.example')).toBe('A domain that you own, without www.');
});
