import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createLog } from '../platform/log.ts';
import { openTestCluster, type TestCluster } from '../platform/warehouse/test-cluster.ts';
import { createWarehouse, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { importLeads } from './import/import-leads.ts';
import { addOptOutsAndDeleteLeads } from './opted-out-leads.ts';
import { openLeadBench } from './test-leads.ts';

let cluster: TestCluster;
const open: Warehouse[] = [];
beforeAll(async () => {
  cluster = await openTestCluster();
});
afterEach(async () => {
  cluster.mood = null;
  cluster.requests.length = 0;
  await Promise.all(open.splice(0).map((warehouse) => warehouse.close()));
});
afterAll(() => cluster.close());

function connect(url: string, graceSeconds?: number): Warehouse {
  const log = createLog('silent');
  const warehouse = createWarehouse({
    url,
    engine: { folder: '/nowhere', log },
    log,
    ...(graceSeconds === undefined ? {} : { graceSeconds }),
  });
  open.push(warehouse);
  return warehouse;
}

const Row = z.object({ n: z.coerce.number() });
const ONE = { sql: 'SELECT {n:UInt8} AS n', params: { n: 7 } };
/** Waits, because computing would take both cores from other tests. */
const FOREVER = {
  sql: 'SELECT sum(sleepEachRow(0.02)) AS n FROM numbers(1000000) SETTINGS max_block_size = 1',
};
const LONG = { sql: 'SELECT number AS n FROM numbers(200000)' };

describe('lead databases in an external ClickHouse (CLICKHOUSE_URL)', () => {
  it('support import, search, export and opt-outs like the built-in engine', async () => {
    // A real server uses Atomic by default; the engine in this test needs the option.
    await connect(cluster.url()).run({ sql: 'CREATE DATABASE leads ENGINE = Atomic' });
    const folder = mkdtempSync(join(tmpdir(), 'leadwell-cluster-test-'));
    const bench = await openLeadBench({ CLICKHOUSE_URL: cluster.url() });
    try {
      const person = await bench.person();
      expect((await person.call('apollo', { action: 'total' })).body).toMatchObject({
        total: 0,
        sample: false,
      });
      const file = join(folder, 'people.csv');
      const request = {
        file,
        database: 'apollo',
        preset: null,
        source: 'own',
        licence: 'owned',
        date: null,
        dryRun: false,
        refusedFile: `${file}.refused.csv`,
      } as const;
      const write = (rows: string[]) =>
        writeFileSync(file, `first_name,last_name,title,company,email\n${rows.join('\n')}\n`);
      const quiet = { note: () => {} };
      write(['Ada,Byron,=CTO(),Acme,ada@acme.example', 'Ben,Cole,CTO,Acme,ben@acme.example']);
      expect(await importLeads(bench.deps, { ...request, mode: 'replace' }, quiet)).toMatchObject({
        imported: 2,
      });
      write(['Cy,Dee,CTO,Acme,cy@gone.example', 'Ada,Byron,x,Acme,ADA@acme.example']);
      bench.deps.clock.advance(1000);
      expect(await importLeads(bench.deps, { ...request, mode: 'append' }, quiet)).toMatchObject({
        imported: 1,
        duplicates: 1,
      });
      expect(await addOptOutsAndDeleteLeads(bench.deps, [{ kind: 'domain', value: 'gone.example' }])).toBe(1);
      bench.deps.leadSearch.invalidate('apollo');
      const filters = { includeJobTitles: ['cto'] };
      expect((await person.call('apollo', { action: 'count', filters })).body.count).toBe(2);
      const { body } = await person.call('apollo', { action: 'search', filters });
      expect(body.leads.map((lead: { first_name: string }) => lead.first_name).sort()).toEqual([
        'Ada',
        'Ben',
      ]);
      // As many as one statement looks for.
      const many = Array.from({ length: 5000 }, (_, index) => ({
        kind: 'email' as const,
        value: `someone.with-a-long-name-${index}@subsidiary.example`,
      }));
      expect(await addOptOutsAndDeleteLeads(bench.deps, many)).toBe(5000);
      const text = await (await person.file('apollo', filters)).text();
      expect(text).toContain(`"Ada","Byron","'=CTO()","Acme"`);
      await expect(
        importLeads(bench.deps, { ...request, mode: 'replace', file: parquetIn(folder) }, quiet),
      ).rejects.toThrow(/CLICKHOUSE_URL/);
    } finally {
      await bench.close();
      rmSync(folder, { recursive: true });
    }
  });

  it("run queries in the URL's database, which stop with their caller and fail as a whole", async () => {
    expect(await connect(cluster.url()).rows(ONE, Row)).toEqual([{ n: 7 }]);
    expect(cluster.requests).toMatchObject([
      {
        database: 'warehouse',
        settings: {
          readonly: '2',
          wait_end_of_query: '1',
          cancel_http_readonly_queries_on_client_close: '1',
        },
        packed: { request: false, response: false },
      },
    ]);
    const stop = new AbortController();
    const query = connect(cluster.url()).rows(FOREVER, Row, { signal: stop.signal });
    const failing = expect(query).rejects.toThrow(/abort/);
    await expect.poll(() => cluster.requests.length).toBe(2);
    stop.abort();
    await failing;
    await expect.poll(() => cluster.requests.at(-1)?.left).toBe(true);
  });

  it('store inserted rows before they answer, and read whole tables without holding the result', async () => {
    const warehouse = connect(cluster.url());
    await warehouse.run({
      sql: 'CREATE TABLE IF NOT EXISTS default.stored (text String) ENGINE = MergeTree ORDER BY text',
    });
    await warehouse.insertLines('default.stored', ['text'], Buffer.from('a\n'));
    expect(cluster.requests.at(-1)?.settings).toMatchObject({ async_insert: '0' });
    const read = warehouse.bytes({ sql: 'SELECT text FROM default.stored' }, 'CSV', { incremental: true });
    for await (const piece of read) expect(piece.toString()).toBe('"a"\n');
    expect(cluster.requests.at(-1)?.settings).toMatchObject({
      wait_end_of_query: '0',
      http_write_exception_in_output_format: '0',
    });
  });

  it.each(['', '?compression_request=1'])('send long values in the request body (%j)', async (options) => {
    const warehouse = connect(cluster.url(undefined, options));
    await warehouse.run({
      sql: 'CREATE OR REPLACE TABLE default.long (text String) ENGINE = MergeTree ORDER BY text',
    });
    const list = Array.from({ length: 5000 }, (_, index) => `it's ${index}\\ "é" \t\n`);
    const params = { list };
    await warehouse.run({ sql: 'INSERT INTO default.long SELECT arrayJoin({list:Array(String)})', params });
    const Text = z.object({ text: z.string() });
    const all = await warehouse.rows({ sql: 'SELECT text FROM default.long' }, Text);
    expect(all.map(({ text }) => text).sort()).toEqual([...list].sort());
    const where = 'WHERE text IN {list:Array(String)}';
    let rows = 0;
    const read = warehouse.bytes({ sql: `SELECT 1 FROM default.long ${where}`, params }, 'TSV');
    for await (const piece of read) rows += piece.length / 2;
    expect(rows).toBe(5000);
    await warehouse.run({ sql: `DELETE FROM default.long ${where}`, params });
    expect(await warehouse.rows({ sql: 'SELECT text FROM default.long' }, Text)).toEqual([]);
    for (const { urlChars } of cluster.requests) expect(urlChars).toBeLessThan(8000);
  });

  it('take values of any length, though a field of a request can have 128 KiB', async () => {
    const warehouse = connect(cluster.url());
    const Text = z.object({ text: z.string() });
    const text = `it's \\ "é" \t\n 😀`.repeat(30_000);
    const params = { text, other: 'short', list: ['a', text, ...text.slice(0, 90_000).split('😀')] };
    const sql =
      'SELECT arrayJoin(arrayConcat([{text:String}, {other:String}], {list:Array(String)})) AS text';
    const all = [text, 'short', ...params.list];
    expect((await warehouse.rows({ sql, params }, Text)).map((row) => row.text)).toEqual(all);
    const read: Buffer[] = [];
    for await (const piece of warehouse.bytes({ sql, params }, 'JSONEachRow')) read.push(piece);
    const lines = Buffer.concat(read).toString().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).text)).toEqual(all);
    await warehouse.run({
      sql: 'CREATE OR REPLACE TABLE default.keys (key UInt64) ENGINE = MergeTree ORDER BY key',
    });
    await warehouse.run({ sql: 'INSERT INTO default.keys SELECT number FROM numbers(60000)' });
    const keys = Array.from({ length: 50_000 }, (_, key) => String(key));
    const count = { sql: 'SELECT count() AS n FROM default.keys' };
    await warehouse.run({
      sql: "DELETE FROM default.keys WHERE key IN (SELECT toUInt64(arrayJoin(splitByChar(' ', {keys:String}))))",
      params: { keys: keys.slice(0, 20_000).join(' ') + ` ${'9'.repeat(19)}`.repeat(10_000) },
    });
    expect(await warehouse.rows(count, Row)).toEqual([{ n: 40_000 }]);
    await warehouse.run({
      sql: 'DELETE FROM default.keys WHERE toString(key) IN {keys:Array(String)}',
      params: { keys },
    });
    expect(await warehouse.rows(count, Row)).toEqual([{ n: 10_000 }]);
  });

  it('use compression if the URL enables it', async () => {
    const packed = connect(cluster.url(undefined, '?compression_request=1&compression_response=1'));
    expect(await packed.rows(ONE, Row)).toEqual([{ n: 7 }]);
    await packed.run({
      sql: 'CREATE TABLE IF NOT EXISTS default.packed (text String) ENGINE = MergeTree ORDER BY text',
    });
    await packed.insertLines('default.packed', ['text'], Buffer.from('ünï\nplain\n'));
    let csv = '';
    for await (const piece of packed.bytes({ sql: 'SELECT text FROM default.packed ORDER BY text' }, 'CSV')) {
      csv += piece.toString();
    }
    expect(csv).toBe('"plain"\n"ünï"\n');
    expect(cluster.requests.some(({ packed: { request } }) => request)).toBe(true);
    expect(cluster.requests.at(-1)?.packed.response).toBe(true);
  });

  it('report rejected, hanging, broken and missing connections clearly', async () => {
    const unavailable = (message: RegExp) => ({
      code: 'unavailable',
      message: expect.stringMatching(message),
    });
    await expect(connect(cluster.url('leadwell:wrong')).rows(ONE, Row)).rejects.toMatchObject(
      unavailable(/refuses/),
    );
    await expect(connect(cluster.url()).rows({ sql: 'SELECT nope' }, Row)).rejects.toMatchObject({
      code: 'internal',
    });
    await expect(connect(cluster.url()).rows(FOREVER, Row, { seconds: 1 })).rejects.toMatchObject(
      unavailable(/too long/),
    );
    cluster.mood = 'hangs';
    const brief = { seconds: 0.3 };
    const hanging = connect(cluster.url(), 0);
    await expect(hanging.rows(ONE, Row, brief)).rejects.toMatchObject(unavailable(/search took too long/));
    await expect(hanging.run({ sql: 'SELECT 1' }, brief)).rejects.toMatchObject(
      unavailable(/^The lead database took/),
    );
    await expect(hanging.bytes(ONE, 'CSV', brief).next()).rejects.toMatchObject(
      unavailable(/search took too long/),
    );
    cluster.mood = 'hangs with headers';
    await expect(hanging.bytes(ONE, 'CSV', { ...brief, work: 'load' }).next()).rejects.toMatchObject(
      unavailable(/^The lead database took/),
    );
    await expect.poll(() => cluster.requests.at(-1)?.left).toBe(true);
    cluster.mood = null;
    // Once a response has started, the reader can be slow.
    // The client has timers of its own.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      let bytes = 0;
      for await (const piece of hanging.bytes(LONG, 'CSV', { seconds: 50 })) {
        if (bytes === 0) vi.advanceTimersByTime(60_000);
        bytes += piece.length;
      }
      expect(bytes).toBe(1_288_890);
    } finally {
      vi.useRealTimers();
    }
    cluster.mood = 'breaks off';
    await expect(connect(cluster.url()).rows(LONG, Row)).rejects.toMatchObject(
      unavailable(/cannot be reached/),
    );
    const read = async () => {
      for await (const _ of connect(cluster.url()).bytes(LONG, 'CSV')) {
        // Read until it fails.
      }
    };
    await expect(read()).rejects.toMatchObject(unavailable(/cannot be reached/));
    await expect(connect('http://127.0.0.1:9').rows(ONE, Row)).rejects.toMatchObject(
      unavailable(/cannot be reached/),
    );
  });
});

/** Creates a file with a Parquet header. */
function parquetIn(folder: string): string {
  const file = join(folder, 'leads.parquet');
  writeFileSync(file, 'PAR1 and so on');
  return file;
}
