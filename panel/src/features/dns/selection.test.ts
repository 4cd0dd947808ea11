import { expect, test } from 'vitest';
import { selectionProblem } from './selection.ts';

const both = 'Invalid domain or service identifier provided. Please refresh the page and try again.';
const service = 'Invalid service identifier. Please contact support if this issue persists.';

test.each([
  [1001, 'd4k8s2m6x9q3w7tz', null],
  [1001, 'NOT-AN-ID', both],
  [1001, '', both],
  [1001, '../../etc', both],
  [Number.NaN, 'd4k8s2m6', both],
  [0, 'd4k8s2m6', service],
  [-5, 'd4k8s2m6', service],
  [1.5, 'd4k8s2m6', service],
])('service %s and domain «%s» are refused with the promised words: %s', (serviceId, domainId, words) =>
  expect(selectionProblem(serviceId, domainId)).toBe(words),
);
