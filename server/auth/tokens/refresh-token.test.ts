import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRefreshTokens } from './refresh-token.ts';

const tokens = createRefreshTokens('a secret of 32 characters or more, ours');

describe('a refresh token', () => {
  it('names its session and counter again', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(2 ** 31 - 1), (sessionId, counter) => {
        expect(tokens.read(tokens.write({ sessionId, counter }))).toEqual({ sessionId, counter });
      }),
    );
  });

  it('is refused with any character changed, under another secret, or spelt otherwise', () => {
    const place = { sessionId: crypto.randomUUID(), counter: 7 };
    const token = tokens.write(place);
    for (let at = 0; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(tokens.read(changed)).toBeNull();
    }
    expect(createRefreshTokens('another secret of 32 characters, not ours').read(token)).toBeNull();
    for (const other of ['', 'abc', `${token}=`, ` ${token}`, token.slice(0, -1), `${token}A`]) {
      expect(tokens.read(other)).toBeNull();
    }
  });
});
