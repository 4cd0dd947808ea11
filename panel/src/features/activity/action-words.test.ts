import { expect, test } from 'vitest';
import { actionWords, typeWords } from './action-words.ts';

const sentence = (action: string, type = action.split('.')[0] ?? '', by = 'Dana') => {
  const actor = { kind: 'user' as const, name: by };
  const { deed, name } = actionWords({ actor, action, object: { type, id: '1', name: 'Riverside' } });
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
  ['domain.signed', 'switched on DNSSEC of domain Riverside'],
  ['domain.statistics-exported', 'exported the statistics of domain Riverside'],
  ['domain.change-undone', 'undid the last change of domain Riverside'],
  ['record.dynamic-url-created', 'created the dynamic URL of record Riverside'],
])('%s reads «%s»', (action, words) => expect(sentence(action)).toBe(words));

test('the sessions that an operator ended are those of a person, one that was ended by oneself has its address', () => {
  expect(sentence('session.ended', 'person')).toBe('ended the sessions of Riverside');
  expect(sentence('session.ended', 'session')).toBe('ended a session (Riverside)');
});

test.each([
  ['two-step.enabled', 'switched on two-step sign-in'],
  ['two-step.prepared', 'began to set up two-step sign-in'],
  ['two-step.disabled', 'switched off two-step sign-in'],
  ['password.changed', 'changed the password'],
])('%s by oneself reads «%s», by somebody else it names the person', (action, words) => {
  expect(sentence(action, 'person', 'Riverside')).toBe(words);
  expect(sentence(action, 'person')).toBe(`${words} of Riverside`);
});

test('a deed that this panel has not heard of still reads as one', () => {
  expect(sentence('dns-record.ttl-changed')).toBe('changed the ttl of dns record Riverside');
  expect(sentence('stream.restarted')).toBe('restarted stream Riverside');
});

test('types are listed by what they are called', () => {
  expect(['api-key', 'zone', 'person'].map(typeWords)).toEqual(['API key', 'Zone', 'Person']);
});
