import { describe, expect, it } from 'vitest';
import { createSecretSealer } from '../../platform/sealed-secret.ts';
import { authenticator, matchingStep, newRecoveryCodes } from './codes.ts';
import { authenticatorApp } from './test-app.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('codes of authenticator apps', () => {
  it('match the test vectors of RFC 6238 (appendix B, SHA-1, the last 6 digits)', () => {
    const code = (seconds: number) => authenticator(SECRET).generate({ timestamp: seconds * 1000 });
    expect([59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000].map(code)).toEqual([
      '287082',
      '081804',
      '050471',
      '005924',
      '279037',
      '353130',
    ]);
  });

  it('count one step before and after, and only after the last one', () => {
    const now = 59_000;
    const match = (step: number, lastStep = 0) => {
      const code = authenticator(SECRET).generate({ timestamp: step * 30_000 });
      return matchingStep(SECRET, code, { now, lastStep });
    };
    expect([match(0, -1), match(1), match(2), match(3), match(1, 1), match(2, 1)]).toEqual([
      0,
      1,
      2,
      null,
      null,
      2,
    ]);
  });

  it('have a secret that apps can read', () => {
    const app = authenticator(SECRET, 'a+b@example.com');
    expect(app.secret.base32).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(authenticatorApp(app.secret.base32, () => 59_000).code()).toBe('287082');
    expect(app.toString()).toBe(
      'otpauth://totp/Leadwell:a%2Bb%40example.com?issuer=Leadwell&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    );
  });

  it('come from the secrets that were stored before otpauth', () => {
    const sealed = 'zPDeKg2JqbjbC5-kknJ7kY-RTvWEr6qHoBWyu23t5K636W4Bo-bQY_tYGV5AeTCr';
    const secret = createSecretSealer('one secret', 'authenticator').open(sealed, 'ada');
    expect(secret && authenticator(secret).generate({ timestamp: 59_000 })).toBe('287082');
  });
});

describe('stored secrets', () => {
  it('open only with the same AUTH_SECRET and for the same account', () => {
    const sealer = createSecretSealer('one secret', 'authenticator');
    const sealed = sealer.seal(SECRET, 'ada');
    expect(sealed).not.toBe(sealer.seal(SECRET, 'ada'));
    expect(sealer.open(sealed, 'ada')).toEqual(SECRET);
    expect(sealer.open(sealed, 'eve')).toBeNull();
    expect(createSecretSealer('another', 'authenticator').open(sealed, 'ada')).toBeNull();
    expect(sealer.open('short', 'ada')).toBeNull();
  });

  it('come with ten different recovery codes', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
  });
});
