import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRefreshTokens } from './refresh-token.ts';

const tokens = createRefreshTokens(
  { authSecret: 'our secret of 32 characters or more', earlier: null },
  Date,
);

describe('a refresh token', () => {
  it('contains its session and counter', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(2 ** 31 - 1), (sessionId, counter) => {
        expect(tokens.read(tokens.write({ sessionId, counter }))).toEqual({ sessionId, counter });
      }),
    );
  });

  it('is rejected with any change, another secret or another encoding', () => {
    const token = tokens.write({ sessionId: crypto.randomUUID(), counter: 7 });
    for (let index = 0; index < token.length; index += 1) {
      const changed = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
      expect(tokens.read(changed)).toBeNull();
    }
    expect(
      createRefreshTokens(
        { authSecret: 'another secret of 32 characters or more', earlier: null },
        Date,
      ).read(token),
    ).toBeNull();
    for (const other of ['', 'abc', `${token}=`, ` ${token}`, token.slice(0, -1), `${token}A`]) {
      expect(tokens.read(other)).toBeNull();
    }
  });
});
