import { describe, expect, it } from 'vitest';
import { hashPassword, passwordFits } from './password.ts';

describe('a password', () => {
  it('is hashed by argon2id with 19 MiB and two passes, with a salt of its own', async () => {
    const [one, two] = await Promise.all([hashPassword('pass word'), hashPassword('pass word')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwordFits(one, 'pass word')).toBe(true);
    expect(await passwordFits(one, 'Pass word')).toBe(false);
  });

  it('fits nothing where there is none', async () => {
    expect(await passwordFits(null, '')).toBe(false);
    expect(await passwordFits(null, 'pass word')).toBe(false);
  });

  it('waits its turn among many and still answers', async () => {
    const hash = await hashPassword('right');
    const fits = await Promise.all(
      Array.from({ length: 40 }, (_, i) => passwordFits(hash, i % 2 ? 'right' : 'wrong')),
    );
    expect(fits.filter(Boolean)).toHaveLength(20);
  });
});
