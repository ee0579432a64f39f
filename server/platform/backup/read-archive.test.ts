import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readArchive } from './read-archive.ts';

const home = mkdtempSync(join(tmpdir(), 'leadwell-archive-'));
afterAll(() => rmSync(home, { recursive: true }));

it('says that another file is no backup', async () => {
  const file = join(home, 'people.csv');
  writeFileSync(file, 'name,email\nAnn,ann@acme.com\n');
  const folder = join(home, 'unpacked');
  const reader = { onManifest: () => {}, onTable: async () => {} };
  await expect(readArchive({ file, folder, passphrase: undefined, reader })).rejects.toThrow(
    `${file} can't be read as a backup: it isn’t one. Use another backup. Nothing has changed.`,
  );
  expect(existsSync(folder)).toBe(false);
});
