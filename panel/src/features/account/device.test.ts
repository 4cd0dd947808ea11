import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

const agents = {
  'Chrome 142 on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Edge 142 on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Chrome 142 on Linux':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
  'Safari 18 on macOS':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Safari 18 on iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Firefox 145 on Android': 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
  'Opera 120 on macOS':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Safari/537.36 OPR/120.0.0.0',
  'A browser on Windows': 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko',
  curl: 'curl/8.14.1',
  'An unknown program': '',
};

test.each(Object.entries(agents))('the person recognises %s', (words, agent) => {
  expect(deviceOf(agent)).toBe(words);
});

test('what a program calls itself is bounded, and no markup', () => {
  expect(deviceOf(`${'x'.repeat(500)}/1`)).toHaveLength(40);
  expect(deviceOf('<img src=x onerror=alert(1)>')).toBe('An unknown program');
});
