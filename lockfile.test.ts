import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
    }),
  ),
});
const { packages } = Lockfile.parse(
  JSON.parse(readFileSync(new URL('./package-lock.json', import.meta.url), 'utf8')),
);

/**
 * Published for other systems only, so that the registry we install from doesn't have them. Take their hashes
 * from the public registry with the next update of chdb.
 */
const WITHOUT_HASH = [
  'node_modules/@chdb/lib-darwin-arm64',
  'node_modules/@chdb/lib-darwin-x64',
  'node_modules/@chdb/lib-linux-arm64-gnu',
];

describe('the lockfile', () => {
  it('has the hash of every package', () => {
    const missing = Object.entries(packages)
      // A bundled package is part of the package that has the hash.
      .filter(([path, { integrity, inBundle }]) => path !== '' && !integrity && !inBundle)
      .map(([path]) => path);
    expect(missing).toEqual(WITHOUT_HASH);
    for (const { integrity } of Object.values(packages)) expect(integrity ?? 'sha512-').toMatch(/^sha512-/);
  });

  it('names no registry', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved)).toEqual([]);
  });
});
