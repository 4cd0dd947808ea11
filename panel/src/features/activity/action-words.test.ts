import { expect, test } from 'vitest';
import { actionWords, typeWords } from './action-words.ts';

const sentence = (action: string, type = action.split('.')[0] ?? '') => {
  const { deed, name } = actionWords({ action, object: { type, id: '1', name: 'Riverside' } });
  return name === null ? deed : `${deed} ${name}`;
};

test.each([
  ['zone.created', 'created zone Riverside'],
  ['api-key.revoked', 'revoked API key Riverside'],
  ['service.status-changed', 'changed the status of service Riverside'],
  ['service.cancellation-requested', 'requested the cancellation of service Riverside'],
  ['contact.permissions-changed', 'changed the permissions of contact Riverside'],
  ['password.reset', 'reset the password of Riverside'],
  ['session.started', 'signed in'],
  ['activity.exported', 'exported the activity log'],
])('%s reads «%s»', (action, words) => expect(sentence(action)).toBe(words));

test('the sessions that an operator ended are those of a person, one that was ended by oneself is from an address', () => {
  expect(sentence('session.ended', 'person')).toBe('ended the sessions of Riverside');
  expect(sentence('session.ended', 'session')).toBe('ended the session from Riverside');
});

test('a deed that this panel has not heard of still reads as one', () => {
  expect(sentence('dns-record.ttl-changed')).toBe('changed the ttl of dns record Riverside');
  expect(sentence('stream.restarted')).toBe('restarted stream Riverside');
});

test('types are listed by what they are called', () => {
  expect(['api-key', 'zone', 'person'].map(typeWords)).toEqual(['API key', 'Zone', 'Person']);
});
