import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';

describe('parseConfig', () => {
  it('has a default where no server filled the page in', () => {
    for (const content of ['__LEADWELL_CONFIG__', '', null, undefined]) {
      expect(parseConfig(content)).toEqual({ publishableKey: 'leadwell-public' });
    }
  });

  it('reads what the server wrote', () => {
    const config = { publishableKey: 'k', landingStatistics: [{ value: '9', label: 'lives' }] };
    expect(parseConfig(JSON.stringify(config))).toEqual(config);
  });

  it('refuses anything else', () => {
    expect(() => parseConfig('{"publishableKey":5}')).toThrow();
    expect(() => parseConfig('nonsense')).toThrow();
  });
});
