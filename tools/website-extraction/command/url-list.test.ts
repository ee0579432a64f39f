import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPastedWebsites } from '#engines/csv/pasted-websites.ts';
import { csvHeader, textLine } from '#engines/csv/write-csv.ts';
import { inlineRows, testWorkbook } from '#engines/csv/xlsx/test-workbooks.ts';
import { distinctUrls, openUrlFile, urlLines } from './url-list.ts';
import { readUrlStream } from './url-stream.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadwell-urls-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TABLE = 'Company;Website;City\r\nAcme;https://www.acme.com/;Köln\r\n"B; GmbH";b.de;\r\nC;;Bonn\r\n';

it.each([
  ['a plain list', 'acme.com\n\nhttps://b.de/x\nwww.acme.com\n', ['acme.com', 'https://b.de/x'], null],
  ['a list below the name of its column', '\ufeff\nWebsite\nacme.com\nb.de\n', ['acme.com', 'b.de'], null],
  ['addresses with commas below it', 'URL\nacme.com/a,1\nb.de/c,2\n', ['acme.com/a,1', 'b.de/c,2'], null],
  ['the name of a column alone', 'website\n', [], null],
  ['a header alone', 'Website,Name\r\n', [], null],
  [
    'a written list',
    '1. acme.com\n• b.de\n<https://c.com>\nd[.]com\ninfo@e.com\nhttps://acme.com/\n',
    ['https://acme.com/', 'https://b.de/', 'https://c.com/', 'https://d.com/', 'https://e.com/'],
    null,
  ],
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
    urlLines(file.stream, [], new AbortController().signal),
    10,
    () => {},
  ))
    urls.push(...group);
  expect(urls).toEqual(expected);
  expect(file.note).toBe(note);
  expect(urls).toHaveLength(readPastedWebsites(text).taken.length);
});

it('a table that we wrote for spreadsheets has the texts that it was written from', async () => {
  const row = ['@acme', 'acme.com', '00123'];
  const text = csvHeader(['Company', 'Website', 'Zip']) + textLine(row).repeat(2);
  const { stream, own } = await readUrlStream(Readable.from([Buffer.from(text)]));
  await readUrls(stream);
  expect(own?.rows.map(({ cells }) => cells)).toEqual([row, row]);
});

it('a table in Windows-1252 and in UTF-16 is a table', async () => {
  for (const encoding of ['latin1', 'utf16le'] as const) {
    const path = join(folder, `${encoding}.csv`);
    writeFileSync(path, Buffer.from(encoding === 'utf16le' ? `\ufeff${TABLE}` : TABLE, encoding));
    expect((await openUrlFile(path)).note).toContain('“Website”: 2 websites');
  }
});

it('a workbook is a table, of its first sheet with rows or the one that is named', async () => {
  const path = join(folder, 'sites.xlsx');
  const sheet = (name: string, site: string) => ({
    name,
    xml: inlineRows([
      ['Company', 'Website'],
      ['Acme', site],
    ]),
  });
  writeFileSync(path, testWorkbook({ sheets: [sheet('One', 'acme.com'), sheet('Two', 'nord.com')] }));
  const first = await openUrlFile(path);
  expect(await readUrls(first.stream)).toEqual(['https://acme.com/']);
  expect(first.own?.columns).toEqual(['Company', 'Website']);
  expect(await readUrls((await openUrlFile(`${path}#Two`)).stream)).toEqual(['https://nord.com/']);
  await expect(openUrlFile(`${path}#Three`)).rejects.toThrow('has no such sheet. It has “One”, “Two”.');
  writeFileSync(
    path,
    testWorkbook({ sheets: [{ name: 'A', xml: inlineRows([['acme.com'], ['nord.com']]) }] }),
  );
  const list = await openUrlFile(path);
  expect(await readUrls(list.stream)).toEqual(['acme.com', 'nord.com']);
  expect(list.own).toBe(null);
});

async function readUrls(stream: Readable): Promise<string[]> {
  const urls: string[] = [];
  for await (const line of urlLines(stream, [], new AbortController().signal)) urls.push(line);
  return urls;
}

describe('a table from standard input, or a large file', () => {
  const LONG = `${TABLE}${Array.from({ length: 5000 }, (_, n) => `"Firm; ${n}";site${n}.de;Zürich`).join('\r\n')}`;
  const PIECE_BYTES = 777;

  it.each(['utf8', 'latin1', 'utf16le'] as const)(
    'keeps its columns in %s, in pieces of any size',
    async (encoding) => {
      const bytes = Buffer.from(encoding === 'utf16le' ? `\ufeff${LONG}` : LONG, encoding);
      const source = new PassThrough();
      const pieces = Readable.from(
        Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, n) =>
          bytes.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES),
        ),
      );
      pieces.pipe(source);
      const { stream, own, note } = await readUrlStream(source);
      const urls = await readUrls(stream);
      expect(note).toBe('Read the column “Website”');
      expect(urls).toHaveLength(5002);
      expect(urls.slice(0, 3)).toEqual(['https://www.acme.com/', 'https://b.de/', 'https://site0.de/']);
      expect(own?.columns).toEqual(['Company', 'Website', 'City']);
      expect(own?.rows).toHaveLength(5003);
      expect(own?.rows[0]?.cells).toEqual(['Acme', 'https://www.acme.com/', 'Köln']);
      expect(own?.rows[2]).toEqual({ cells: ['C', '', 'Bonn'], keys: [] });
      expect(own?.rows.at(-1)?.cells).toEqual(['Firm; 4999', 'site4999.de', 'Zürich']);
    },
  );

  it('is read as a stream above the limit', async () => {
    const path = join(folder, 'large.csv');
    writeFileSync(path, LONG);
    const { stream, own } = await openUrlFile(path, { tableMaxBytes: 1000 });
    // Before any row is asked for, only what the buffers take is read.
    expect(own?.rows.length).toBeLessThan(5003);
    expect(await readUrls(stream)).toHaveLength(5002);
    expect(own?.rows).toHaveLength(5003);
  });

  it('is read as windows-1252 also if its first accent comes late', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `Firm ${index},site${index}.de,Bonn`);
    const text = ['Company,Website,City', ...rows, 'Last,last.de,Zürich'].join('\n');
    const { stream, own } = await readUrlStream(Readable.from([Buffer.from(text, 'latin1')]));
    expect(await readUrls(stream)).toHaveLength(5001);
    expect(own?.rows.at(-1)?.cells).toEqual(['Last', 'last.de', 'Zürich']);
    const path = join(folder, 'late.csv');
    writeFileSync(path, Buffer.from(text, 'latin1'));
    const read = await openUrlFile(path, { tableMaxBytes: 1000 });
    await readUrls(read.stream);
    expect(read.own?.rows.at(-1)?.cells).toEqual(['Last', 'last.de', 'Zürich']);
  });

  it('is the same as one read at once', async () => {
    const path = join(folder, 'both.csv');
    for (const text of [TABLE, `sep=;\n${TABLE}`, 'Acme\tacme.com\nBeta\tb.de\n', 'acme.com\nb.de\n']) {
      writeFileSync(path, text);
      const [whole, streamed] = await Promise.all([
        openUrlFile(path),
        openUrlFile(path, { tableMaxBytes: 0 }),
      ]);
      expect(await readUrls(streamed.stream)).toEqual(await readUrls(whole.stream));
      expect(streamed.own).toEqual(whole.own);
    }
  });

  it('gives out the first URLs of a list before the next ones are written', async () => {
    const source = new PassThrough();
    source.write('acme.com\n');
    const { stream, own } = await readUrlStream(source);
    expect(own).toBeNull();
    const lines = urlLines(stream, [], new AbortController().signal)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('acme.com');
    source.end('b.de');
    expect((await lines.next()).value).toBe('b.de');
    expect((await lines.next()).done).toBe(true);
  });

  it('is refused if it is a workbook, and may be empty', async () => {
    await expect(readUrlStream(Readable.from([Buffer.from([0x50, 0x4b, 3, 4, 20, 0])]))).rejects.toThrow(
      'or save it as CSV first',
    );
    expect(await readUrls((await readUrlStream(Readable.from([]))).stream)).toEqual([]);
  });
});
