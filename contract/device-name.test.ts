import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

it('recognizes common browsers and operating systems', () => {
  const chrome = 'Chrome/141.0.0.0 Safari/537.36';
  const cases: [string | null, string][] = [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
      'Firefox on Windows',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome}`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome}`, 'Chrome on Android'],
    [
      `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome} Edg/141.0`,
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['node', 'Unknown app'],
    ['curl/8 (Linux)', 'Unknown app on Linux'],
    [null, 'Unknown app'],
  ];
  for (const [userAgent, name] of cases) expect(deviceName(userAgent)).toBe(name);
});
