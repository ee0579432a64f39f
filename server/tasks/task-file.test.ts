import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XLSX_TYPE } from '#contract/file-types.ts';
import { cellsOf } from '#engines/csv/xlsx/test-workbooks.ts';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import type { AppEnv } from '../http/context.ts';
import { beginExtraction, openTaskBench, type TaskBench, websiteRow, worked } from './test-tasks.ts';

let bench: TaskBench;
let app: Hono<AppEnv>;
let person: Caller;
/** A task with a result, an empty page and a failure. */
let id: string;

beforeAll(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
  person = await newCaller(app);
  ({ id } = await beginExtraction(person, ['a.com', 'b.com', 'c.com']));
  const nothing = { found: false, billable: false };
  await bench.settle(await bench.task(id), [
    worked(0, { row: websiteRow('https://a.com/', { emails: ['zoë@a.com'], title: 'Café A' }) }),
    worked(1, { row: websiteRow('https://b.com/', { title: 'Empty' }), ...nothing }),
    worked(2, { row: websiteRow('https://c.com/', { error: 'No answer' }), ...nothing, failed: true }),
  ]);
});
afterAll(() => bench.close());

async function download(query: Record<string, string> = {}): Promise<string> {
  const reply = await person.get('task-csv', { id, ...query });
  if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await reply.arrayBuffer());
}

const urls = (csv: string) =>
  csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);

describe('the CSV file of a task', () => {
  it('starts with a byte order mark for Excel, unless the caller leaves it out', async () => {
    expect(await download()).toMatch(/^\ufeffurl,/);
    expect(await download({ bom: 'false' })).toMatch(/^url,/);
  });

  it('can have semicolons, as Excel reads them in much of Europe', async () => {
    const options = { format: 'csv-semicolons', columns: 'url,title', show: 'found' };
    expect(await download(options)).toBe('\ufeffurl;title\r\nhttps://a.com/;Café A\r\n');
  });

  it('can be an Excel workbook', async () => {
    const reply = await person.get('task-csv', { id, format: 'xlsx', columns: 'url,title', show: 'found' });
    expect(reply.headers.get('content-type')).toBe(XLSX_TYPE);
    expect(reply.headers.get('content-disposition')).toBe(
      'attachment; filename="website_extraction_results.xlsx"',
    );
    expect(cellsOf(new Uint8Array(await reply.arrayBuffer()))).toEqual([
      ['url', 'title'],
      ['https://a.com/', 'Café A'],
    ]);
  });

  it('has only the rows of the status filter', async () => {
    expect(urls(await download({ show: 'found' }))).toEqual(['https://a.com/']);
    expect(urls(await download({ show: 'not_found' }))).toEqual(['https://b.com/']);
    expect(urls(await download({ show: 'failed' }))).toEqual(['https://c.com/']);
    expect(urls(await download({ show: 'all' }))).toHaveLength(3);
  });

  it('has only the rows of the text filter', async () => {
    expect(urls(await download({ q: ' ZOË@' }))).toEqual(['https://a.com/']);
    expect(urls(await download({ q: 'no answer' }))).toEqual(['https://c.com/']);
    expect(urls(await download({ q: 'no answer', show: 'found' }))).toEqual([]);
  });

  it('has only the rows that meet the filters of columns', async () => {
    const where = (...conditions: object[]) => ({ where: JSON.stringify(conditions) });
    const acme = { fields: ['title', 'error'], is: 'containing', value: 'CAFÉ' };
    expect(urls(await download(where(acme)))).toEqual(['https://a.com/']);
    const empty = { fields: ['title'], is: 'equal', value: 'Empty' };
    expect(urls(await download(where(empty)))).toEqual(['https://b.com/']);
    expect(urls(await download(where(acme, empty)))).toEqual([]);
    const notFailed = { fields: ['status'], is: 'not-equal', value: 'failed' };
    expect(urls(await download(where(notFailed)))).toEqual(['https://a.com/', 'https://b.com/']);
    const notFound = { ...notFailed, value: 'found' };
    expect(urls(await download(where(notFailed, notFound)))).toEqual(['https://b.com/']);
    expect(urls(await download({ ...where(empty), show: 'found' }))).toEqual([]);
    for (const bad of ['{', '[{"fields":["title"]}]', '[{"fields":[],"is":"equal","value":""}]'])
      await expect(download({ where: bad })).rejects.toThrow(/^400: /);
    await expect(download(where({ ...acme, fields: ['evidence'] }))).rejects.toThrow(
      /400: .*no column “evidence”/,
    );
  });

  it('has only the chosen columns, in its own order', async () => {
    expect(await download({ columns: 'title,url', bom: 'false', show: 'found' })).toBe(
      'url,title\r\nhttps://a.com/,Café A\r\n',
    );
  });

  it('names what can be chosen if a column or status does not exist', async () => {
    await expect(download({ columns: 'url,evidence' })).rejects.toThrow(
      /400: .*no column “evidence”.*url, domain/,
    );
    await expect(download({ show: 'risky' })).rejects.toThrow(
      /400: .*no status “risky”\. The statuses are found, not_found, failed/,
    );
  });
});
