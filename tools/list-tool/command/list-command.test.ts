import { Writable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { workbookRows } from '#engines/csv/xlsx/workbook-csv.ts';
import { type CommandWork, type ListCommand, runListCommand, writeRows } from './list-command.ts';

type Row = { name: string };

class Collected extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const before = process.exitCode;
afterEach(() => {
  process.exitCode = before;
});

function command(work: CommandWork<Row>, more: Partial<Omit<ListCommand<Row>, 'out' | 'err'>> = {}) {
  const out = new Collected();
  const err = new Collected();
  const signal = new AbortController().signal;
  const columns = { name: 'Found' };
  return {
    type: 'website-extraction' as const,
    optOuts: null,
    format: 'ndjson' as const,
    columns,
    own: null,
    work,
    summary: ({ done, failed }: { done: number; failed: number }) => `${done} done, ${failed} failed`,
    out,
    err,
    signal,
    ...more,
  };
}

const failed = (key: string) => ({ key, input: key, row: { name: key }, found: false, failed: true });

it('writes each row before the next one comes, and says at the end what it did', async () => {
  const seen: string[] = [];
  const run = command(async (write) => {
    await write({ ...failed('a'), found: true, failed: false });
    seen.push(run.out.text);
    await write(failed('b'));
  });
  expect(await writeRows(run)).toEqual({ done: 2, found: 1, failed: 1 });
  expect(seen).toEqual(['{"name":"a"}\n']);
  expect(run.out.text).toBe('{"name":"a"}\n{"name":"b"}\n');
  expect(run.err.text).toBe('2 done, 1 failed\n');
});

it('writes what it has after a stop: of a table the rows with a result', async () => {
  const stop = new AbortController();
  const own = {
    columns: ['Nr'],
    rows: ['a', 'b', 'c'].map((key) => ({ cells: [key.toUpperCase()], keys: [key] })),
  };
  const run = command(
    async (write, signal) => {
      await write(failed('c'));
      stop.abort();
      expect(signal.aborted).toBe(true);
    },
    { format: 'csv', own, signal: stop.signal },
  );
  await writeRows(run);
  expect(run.out.text).toBe('Nr,Found\r\nC,c\r\n');
  expect(run.err.text).toBe('Stopped: 1 done, 1 failed\n');
});

it('exits with 1 if everything failed, and after a stop with the code of the signal', async () => {
  process.exitCode = 0;
  await runListCommand(command(async (write) => write(failed('')), { format: 'csv', columns: {} }));
  expect(process.exitCode).toBe(1);
  const stop = new AbortController();
  const stopped = command(
    async (write) => {
      await write(failed(''));
      process.exitCode = 130;
      stop.abort();
    },
    { format: 'csv', columns: {}, signal: stop.signal },
  );
  await runListCommand(stopped);
  expect(process.exitCode).toBe(130);
});

it('frees what it opened after an error', async () => {
  let closed = 0;
  const broken = command(
    async () => {
      throw new Error('broken');
    },
    { close: async () => (closed += 1) },
  );
  await expect(writeRows(broken)).rejects.toThrow('broken');
  expect(closed).toBe(1);
});

it('writes CSV with semicolons and a byte order mark, as Excel reads it in much of Europe', async () => {
  const run = command(async (write) => write(failed('a;b')), { format: 'csv-semicolons' });
  await writeRows(run);
  expect(run.out.text).toBe('\ufeffFound\r\n"a;b"\r\n');
});

it('writes an Excel workbook, also of what it has after a stop, and none to a terminal', async () => {
  const run = command(async (write) => write(failed('=1+1')), { format: 'xlsx' });
  const pieces: Buffer[] = [];
  const out = new Writable({
    write(piece: Buffer, _, done) {
      pieces.push(piece);
      done();
    },
  });
  await writeRows({ ...run, out });
  const limits = { rows: 10, columns: 10, cells: 100, chars: 1000, unpackedBytes: 100_000 };
  const rows = [...workbookRows(Buffer.concat(pieces), { limits })].flat();
  expect(rows.map(({ cells }) => cells)).toEqual([['Found'], ['=1+1']]);
  await expect(writeRows({ ...run, out: Object.assign(out, { isTTY: true }) })).rejects.toThrow(
    'add "> results.xlsx"',
  );
});
