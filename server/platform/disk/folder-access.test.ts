import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lockDataFolder } from './data-lock.ts';
import { requireOpenFolder } from './folder-access.ts';
import { withoutAccess } from './test-other-user.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-access-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('names the owner of a folder that this user can’t open', () => {
  const message = new RegExp(
    `^This user can't open .*${folder}, which belongs to the user with the ID \\d+\\. Run`,
  );
  expect(() => withoutAccess(folder, () => requireOpenFolder(folder))).toThrow(message);
  expect(() => withoutAccess(folder, () => lockDataFolder(folder))).toThrow(message);
});

it('takes a folder of this user, and one that isn’t there', () => {
  requireOpenFolder(folder);
  requireOpenFolder(join(folder, 'none'));
});
