import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coveredParts } from './covered-parts.ts';
import { linkedBytes, linkFolder } from './link-folder.ts';

it.each<[string, string[], string[]]>([
  ['merged parts', ['all_1_1_0', 'all_2_2_0', 'all_1_2_1', 'all_3_3_0'], ['all_1_1_0', 'all_2_2_0']],
  ['parts before a change', ['0_1_1_0', '0_1_1_0_41', '0_1_1_0_42'], ['0_1_1_0', '0_1_1_0_41']],
  ['no part of another partition', ['0_1_1_0', '1_1_1_0_5'], []],
  ['no part of more rows', ['0_1_4_1_7', '0_2_2_0_9'], []],
  ['nothing else', ['store', 'detached', 'a_b_c', 'tmp_merge_0_1_2_1'], []],
])('finds %s', (_, names, covered) => {
  const found = coveredParts(names.map((name) => `store/59d/table/${name}`));
  expect([...found]).toEqual(covered.map((name) => `store/59d/table/${name}`));
});

it('keeps the same part of another table', () => {
  expect([...coveredParts(['store/a/one/0_1_1_0', 'store/b/two/0_1_1_0_3'])]).toEqual([]);
});

it('leaves replaced parts and all that is in them out of a copy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-parts-'));
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  for (const part of ['0_1_1_0', '0_1_1_0_3', '0_2_2_0']) {
    mkdirSync(join(from, 'store/a/one', part, 'titles.proj'), { recursive: true });
    for (const file of ['data.bin', 'titles.proj/data.bin'])
      writeFileSync(join(from, 'store/a/one', part, file), 'rows');
  }
  await linkFolder(from, to);
  const isIn = (path: string) => existsSync(join(to, 'store/a/one', path));
  expect(isIn('0_1_1_0')).toBe(false);
  for (const path of ['0_1_1_0_3/titles.proj/data.bin', '0_2_2_0/data.bin']) expect(isIn(path)).toBe(true);
  // A backup asks for room for these alone.
  expect(await linkedBytes(from)).toBe(4 * 'rows'.length);
  expect(await linkedBytes(join(folder, 'none'))).toBe(0);
  rmSync(folder, { recursive: true });
});
