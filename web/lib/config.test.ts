import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';

describe('parseConfig', () => {
  it('uses defaults if the server wrote nothing', () => {
    for (const content of ['__LEADWELL_CONFIG__', '', null, undefined]) {
      expect(parseConfig(content)).toEqual({ publishableKey: 'leadwell-public', providers: [] });
    }
  });

  it('reads the configuration from the server', () => {
    const config = {
      publishableKey: 'k',
      providers: ['google'],
      landingStatistics: [{ value: '9', label: 'lives' }],
    };
    expect(parseConfig(JSON.stringify(config))).toEqual(config);
  });

  it('rejects anything else', () => {
    expect(() => parseConfig('{"publishableKey":5}')).toThrow();
    expect(() => parseConfig('nonsense')).toThrow();
  });
});
