import { describe, expect, it } from 'vitest';
import { toBase32 } from './base32.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { createSecretSealer } from './sealed-secret.ts';
import { authenticatorApp } from './test-app.ts';
import { codeOf, matchingStep, otpauthUri, stepAt } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('codes of authenticator apps', () => {
  it('match the test vectors of RFC 4226 and RFC 6238', () => {
    expect([0, 1, 2, 9].map((counter) => codeOf(SECRET, counter))).toEqual([
      '755224',
      '287082',
      '359152',
      '520489',
    ]);
    const at = (seconds: number) => codeOf(SECRET, stepAt(seconds * 1000));
    expect([59, 1111111109, 1234567890, 20000000000].map(at)).toEqual([
      '287082',
      '081804',
      '005924',
      '353130',
    ]);
  });

  it('count one step before and after, and only after the last one', () => {
    const now = 59_000;
    const match = (step: number, lastStep = 0) =>
      matchingStep(SECRET, codeOf(SECRET, step), { now, lastStep });
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
    expect(toBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(toBase32(Buffer.from('fooba'))).toBe('MZXW6YTB');
    expect(authenticatorApp(toBase32(SECRET), () => 59_000).code()).toBe('287082');
    expect(otpauthUri(SECRET, 'a+b@example.com')).toBe(
      'otpauth://totp/Leadwell:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Leadwell&algorithm=SHA1&digits=6&period=30',
    );
  });
});

describe('stored secrets', () => {
  it('open only with the same AUTH_SECRET and for the same account', () => {
    const sealer = createSecretSealer('one secret');
    const sealed = sealer.seal(SECRET, 'ada');
    expect(sealed).not.toBe(sealer.seal(SECRET, 'ada'));
    expect(sealer.open(sealed, 'ada')).toEqual(SECRET);
    expect(sealer.open(sealed, 'eve')).toBeNull();
    expect(createSecretSealer('another').open(sealed, 'ada')).toBeNull();
    expect(sealer.open('short', 'ada')).toBeNull();
  });

  it('come with ten different recovery codes', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
  });
});
