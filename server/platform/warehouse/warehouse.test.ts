import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { createWarehouse, type Warehouse } from './warehouse.ts';

const log = createLog('silent');
const folders: string[] = [];
const open: Warehouse[] = [];

function openWarehouse(
  options: { idleMs?: number; maxSeconds?: number; maxMemoryBytes?: number; folder?: string } = {},
) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'leadwell-warehouse-'));
  folders.push(folder);
  const warehouse = createWarehouse({ url: undefined, engine: { folder, log, ...options }, log });
  open.push(warehouse);
  return warehouse;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const Text = z.object({ text: z.string() });
const Count = z.object({ count: z.coerce.number() });
/** Waits, because computing would take both cores from other tests. */
const FOREVER = 'SELECT sum(sleepEachRow(0.02)) AS count FROM numbers(1000000) SETTINGS max_block_size = 1';

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const ended = (pid: number) => expect.poll(() => isRunning(pid)).toBe(false);
/** How many queries like FOREVER the engine runs now. */
async function sleepingQueries(warehouse: Warehouse): Promise<number> {
  const sql =
    "SELECT count() AS count FROM system.processes WHERE query LIKE '%sleepEachRow%' AND query NOT LIKE '%system.processes%'";
  return (await warehouse.rows({ sql }, Count))[0]?.count ?? 0;
}

describe('the lead warehouse with the embedded engine', () => {
  it.each([
    "it's",
    'back\\slash \\n \\\\',
    'per%cent _ "double" `tick`',
    'tab\tline\nreturn\r',
    '😀 ünï ß İ',
    "']) OR 1=1 --",
    '{text:String}',
    '\0nul\0',
    '',
    'x'.repeat(100_000),
  ])('returns a bound value unchanged (%#)', async (value) => {
    shared ??= openWarehouse();
    open.length = 0;
    const [row] = await shared.rows({ sql: 'SELECT {text:String} AS text', params: { text: value } }, Text);
    expect(row?.text).toBe(value);
    const params = { list: [value, 'other'] };
    const rows = await shared.rows({ sql: 'SELECT arrayJoin({list:Array(String)}) AS text', params }, Text);
    expect(rows.map(({ text }) => text)).toEqual([value, 'other']);
  });
  let shared: Warehouse | undefined;
  afterAll(() => shared?.close());

  it('accepts a parameter with a thousand long keywords', async () => {
    const warehouse = openWarehouse();
    const list = Array.from({ length: 1000 }, (_, index) => `${index}'é`.padEnd(200, 'x'));
    const sql = 'SELECT arrayJoin({list:Array(String)}) AS text';
    const rows = await warehouse.rows({ sql, params: { list } }, Text);
    expect(rows.map(({ text }) => text)).toEqual(list);
    let csv = '';
    for await (const chunk of warehouse.bytes({ sql, params: { list } }, 'CSV')) csv += chunk.toString();
    expect(csv.split('\n')).toHaveLength(1001);
  });

  it('stores rows durably before an insert returns', async () => {
    const warehouse = openWarehouse();
    await warehouse.run({ sql: 'CREATE DATABASE leads ENGINE = Atomic' });
    await warehouse.run({
      sql: 'CREATE TABLE leads.t (text String, n UInt32) ENGINE = MergeTree ORDER BY n',
    });
    await warehouse.insertLines('leads.t', ['text', 'n'], Buffer.from("a\\\\b\t1\nit's\t2\n"));
    const pid = warehouse.enginePid() ?? 0;
    process.kill(pid, 'SIGKILL');
    await ended(pid);
    const rows = await warehouse.rows({ sql: 'SELECT text FROM leads.t ORDER BY n' }, Text);
    expect(rows.map(({ text }) => text)).toEqual(['a\\b', "it's"]);
    expect(warehouse.enginePid()).not.toBe(pid);
  });

  it('reports an engine killed during a query and restarts it for the next query', async () => {
    const warehouse = openWarehouse();
    await warehouse.rows({ sql: 'SELECT 1 AS count' }, Count);
    const pid = warehouse.enginePid() ?? 0;
    const failing = expect(warehouse.rows({ sql: FOREVER }, Count)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is restarting'),
    });
    await expect.poll(() => sleepingQueries(warehouse)).toBe(1);
    process.kill(pid, 'SIGKILL');
    await failing;
    expect(await warehouse.rows({ sql: 'SELECT 5 AS count' }, Count)).toEqual([{ count: 5 }]);
    expect(warehouse.enginePid()).not.toBe(pid);
  });

  it('reports an engine killed while it streams', async () => {
    const warehouse = openWarehouse();
    const sql = 'SELECT number FROM numbers(100000000)';
    const read = async () => {
      let killed = false;
      for await (const _ of warehouse.bytes({ sql }, 'CSV')) {
        const pid = warehouse.enginePid();
        if (pid && !killed) killed = process.kill(pid, 'SIGKILL');
      }
    };
    await expect(read()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is restarting'),
    });
    expect(await warehouse.rows({ sql: 'SELECT 6 AS count' }, Count)).toEqual([{ count: 6 }]);
  });

  it('stops slow and memory-hungry queries with a clear error, without blocking others', async () => {
    const warehouse = openWarehouse({ maxMemoryBytes: 100_000_000 });
    const patient = { seconds: 60 };
    // Expected from the start, because either query may end first.
    const slow = expect(warehouse.rows({ sql: FOREVER }, Count, { seconds: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('too long'),
    });
    const greedy = warehouse.rows(
      { sql: 'SELECT length(groupArray(number)) AS count FROM numbers(100000000)' },
      Count,
      patient,
    );
    const quick = warehouse.rows({ sql: 'SELECT 2 AS count' }, Count, patient);
    await expect(greedy).rejects.toMatchObject({ message: expect.stringContaining('memory') });
    await slow;
    expect(await quick).toEqual([{ count: 2 }]);
    await expect(warehouse.rows({ sql: 'SELECT nope' }, Count)).rejects.toMatchObject({ code: 'internal' });
  });

  it('does not cut off other queries when a client aborts at any moment', async () => {
    const warehouse = openWarehouse();
    for (let ticks = 0; ticks < 40; ticks += 1) {
      await warehouse.rows({ sql: 'SELECT 1 AS count' }, Count);
      const leaving = new AbortController();
      const left = warehouse
        .rows({ sql: FOREVER }, Count, { signal: leaving.signal, seconds: 1 })
        .catch(() => null);
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      leaving.abort();
      await left;
    }
    // Longer than the client's timer for idle sockets.
    const sql = 'SELECT sum(sleepEachRow(0.5)) AS count FROM numbers(7) SETTINGS max_block_size = 1';
    const slow = [1, 2, 3].map(() =>
      warehouse.rows({ sql }, Count, { seconds: 60 }).then((rows) => rows.length),
    );
    expect(await Promise.all(slow)).toEqual([1, 1, 1]);
  });

  it('gives loading more time than a search', async () => {
    const warehouse = openWarehouse({ maxSeconds: 1 });
    const slow =
      "INSERT INTO FUNCTION null('n UInt8') SELECT sleepEachRow(0.5) FROM numbers(4) SETTINGS max_block_size = 1";
    const tooLong = {
      code: 'unavailable',
      message: expect.stringMatching(/^The lead database took too long/),
    };
    await expect(warehouse.run({ sql: slow }, { seconds: 1 })).rejects.toMatchObject(tooLong);
    await expect(warehouse.rows({ sql: FOREVER }, Count, { seconds: 1, work: 'load' })).rejects.toMatchObject(
      tooLong,
    );
    await warehouse.run({ sql: slow });
    await expect(warehouse.run({ sql: slow }, { seconds: 1 })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('streams in bounded chunks and stops with its reader', async () => {
    const warehouse = openWarehouse();
    let bytes = 0;
    for await (const chunk of warehouse.bytes({ sql: 'SELECT number FROM numbers(100000000)' }, 'CSV')) {
      bytes += chunk.length;
      if (bytes > 1_000_000) break;
    }
    // All four connections are free again.
    const after = await Promise.all(
      [1, 2, 3, 4].map((n) => warehouse.rows({ sql: 'SELECT {n:UInt8} AS count', params: { n } }, Count)),
    );
    expect(after.flat().map(({ count }) => count)).toEqual([1, 2, 3, 4]);
  });

  it('stops the engine when idle and restarts it', async () => {
    const warehouse = openWarehouse({ idleMs: 100 });
    await warehouse.rows({ sql: 'SELECT 1 AS count' }, Count);
    await ended(warehouse.enginePid() ?? 0);
    expect(warehouse.enginePid()).toBeNull();
    expect(await warehouse.rows({ sql: 'SELECT 3 AS count' }, Count)).toEqual([{ count: 3 }]);
  });

  it('stops the engine when its parent is killed, so that the next one can use the folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadwell-warehouse-'));
    const program = `
      import { createWarehouse } from ${JSON.stringify(new URL('./warehouse.ts', import.meta.url).href)};
      import { createLog } from ${JSON.stringify(new URL('../log.ts', import.meta.url).href)};
      const log = createLog('silent');
      const warehouse = createWarehouse({ url: undefined, engine: { folder: ${JSON.stringify(folder)}, log }, log });
      await warehouse.run({ sql: 'CREATE DATABASE leads ENGINE = Atomic' });
      console.log(warehouse.enginePid());
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(pid).toBeGreaterThan(0);
    parent.kill('SIGKILL');
    const warehouse = openWarehouse({ folder });
    const names = await warehouse.rows(
      { sql: "SELECT name AS text FROM system.databases WHERE name = 'leads'" },
      Text,
    );
    expect(names).toHaveLength(1);
    await ended(pid);
  });

  it('rejects requests without the secret', async () => {
    const warehouse = openWarehouse();
    await warehouse.rows({ sql: 'SELECT 1 AS count' }, Count);
    const port = listeningPort(warehouse.enginePid() ?? 0);
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'SELECT 1' });
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain('1\n');
  });
});

/** The port a process listens on, read from /proc. */
function listeningPort(pid: number): number {
  const lines = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n').slice(1);
  const own = new Set<string>();
  const { readdirSync, readlinkSync } = process.getBuiltinModule('node:fs');
  for (const fd of readdirSync(`/proc/${pid}/fd`)) {
    try {
      const inode = /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      if (inode) own.add(inode);
    } catch {
      // Closed in the meantime.
    }
  }
  for (const line of lines) {
    const cells = line.trim().split(/\s+/);
    if (cells[3] === '0A' && own.has(cells[9] ?? ''))
      return Number.parseInt(cells[1]?.split(':')[1] ?? '', 16);
  }
  throw new Error('the process does not listen');
}
