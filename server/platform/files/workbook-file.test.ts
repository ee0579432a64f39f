import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { inlineRows, testWorkbook } from '#engines/csv/xlsx/test-workbooks.ts';
import { decodeText, readTextFile } from './text-file.ts';
import { splitSheet } from './workbook-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-workbook-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'people.xlsx');
const bytes = testWorkbook({
  sheets: [
    { name: 'First', xml: inlineRows([['a', 'b']]) },
    { name: 'Second, part 2', xml: `<row hidden="1"><c><v>1</v></c></row>` },
  ],
});
writeFileSync(path, bytes);

it('reads a sheet of a workbook as CSV, and says what it read', async () => {
  const notes: string[] = [];
  const say = (note: string) => notes.push(note);
  expect(await readTextFile(path, say)).toBe('a,b\n');
  expect(await readTextFile(`${path}#second, PART 2`, say)).toBe('1\n');
  expect(await decodeText(bytes, '-', say)).toBe('a,b\n');
  expect(notes).toEqual([
    'Read the sheet “First”.',
    'Read the sheet “Second, part 2”. 1 hidden row is included.',
    'Read the sheet “First”.',
  ]);
});

it('says how many characters of a text it can’t read', async () => {
  const file = join(folder, 'people.csv');
  writeFileSync(file, Buffer.concat([Buffer.from('Zoë Müller,J'), Buffer.from([0xc3, 0x2c, 0xc3, 0x0a])]));
  const notes: string[] = [];
  expect(await readTextFile(file, (note) => notes.push(note))).toBe('Zoë Müller,J\uFFFD,\uFFFD\n');
  expect(notes).toEqual([
    "2 characters couldn't be read. Look for “\uFFFD”, or save the file as UTF-8 again.",
  ]);
});

it('names a workbook that it can’t read', async () => {
  const broken = join(folder, 'broken.xlsx');
  writeFileSync(broken, bytes.slice(0, 200));
  await expect(readTextFile(broken)).rejects.toThrow(`The file ${broken} is damaged.`);
  await expect(readTextFile(`${path}#None`)).rejects.toThrow(
    `The file ${path}#None has no such sheet. It has “First”, “Second, part 2”.`,
  );
  await expect(readTextFile(join(folder, 'none.xlsx'))).rejects.toThrow(
    'none.xlsx cannot be read: there is no such file or folder',
  );
});

it.each([
  ['people.xlsx', 'people.xlsx', undefined],
  ['a#b/people.XLSX#My sheet', 'a#b/people.XLSX', 'My sheet'],
  ['macros.xlsm#A#B', 'macros.xlsm', 'A#B'],
  ['people#1.csv', 'people#1.csv', undefined],
])('%s is a file and maybe a sheet', (given, file, sheet) => {
  expect(splitSheet(given)).toEqual({ file, sheet });
});
