import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWebsiteList } from '#engines/csv/website-list.ts';
import { distinctUrls, linesOf, openUrlFile } from './url-list.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadwell-urls-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TABLE = 'Company;Website;City\r\nAcme;https://www.acme.com/;Köln\r\n"B; GmbH";b.de;\r\nC;;Bonn\r\n';

it.each([
  ['a plain list', 'acme.com\n\nhttps://b.de/x\nwww.acme.com\n', ['acme.com', 'https://b.de/x'], null],
  ['a written list', '1. acme.com\n• b.de\n', ['1. acme.com', '• b.de'], null],
  [
    'a table',
    TABLE,
    ['https://www.acme.com/', 'https://b.de/'],
    'Read the column “Website”: 2 websites, 1 row left out',
  ],
  [
    'cells from a spreadsheet',
    'Acme\tacme.com\nBeta\tb.de\n',
    ['https://acme.com/', 'https://b.de/'],
    'Read the column “Column 2”: 2 websites',
  ],
])('%s is read as in the browser', async (_, text, expected, note) => {
  const path = join(folder, 'list.csv');
  writeFileSync(path, text);
  const file = await openUrlFile(path);
  const urls: string[] = [];
  for await (const group of distinctUrls(
    linesOf(file.stream, [], new AbortController().signal),
    10,
    () => {},
  ))
    urls.push(...group);
  expect(urls).toEqual(expected);
  expect(file.note).toBe(note);
  expect(urls).toHaveLength(readWebsiteList(text).taken.length);
});

it('a table in Windows-1252 and in UTF-16 is a table', async () => {
  for (const encoding of ['latin1', 'utf16le'] as const) {
    const path = join(folder, `${encoding}.csv`);
    writeFileSync(path, Buffer.from(encoding === 'utf16le' ? `\ufeff${TABLE}` : TABLE, encoding));
    expect((await openUrlFile(path)).note).toContain('“Website”: 2 websites');
  }
});
