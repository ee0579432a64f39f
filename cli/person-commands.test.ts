import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { main } from './leadwell.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-person-'));
beforeAll(() => prepareDataFolder(join(folder, 'data')));
beforeEach(() => {
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a command writes, and its exit code. */
async function run(...args: string[]): Promise<{ out: string; notes: string; code: unknown }> {
  const [out, notes] = [[] as string[], [] as string[]];
  vi.spyOn(process.stdout, 'write').mockImplementation((piece) => Boolean(out.push(String(piece))));
  vi.spyOn(process.stderr, 'write').mockImplementation((piece) => Boolean(notes.push(String(piece))));
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await main(['person', ...args]);
    return { out: out.join(''), notes: notes.join(''), code: process.exitCode };
  } finally {
    process.exitCode = before;
    vi.restoreAllMocks();
  }
}

it('reports a person as a table, a letter and JSON, and erases only if the operator is sure', async () => {
  expect((await run('report', 'jane@firm.example')).out).toContain('Nothing is stored about this person.');
  expect((await run('report', 'jane@firm.example', '--letter')).out).toContain('What we store about you');
  const json = await run('report', 'jane@firm.example', '+49 30 123456', '--json');
  expect(JSON.parse(json.out)).toMatchObject({
    optedOut: false,
    records: [],
    person: [{}, { kind: 'phone' }],
  });
  expect(await run('report', 'firm.example')).toMatchObject({ out: '', code: 1 });

  const unsure = await run('erase', 'jane@firm.example');
  expect([unsure.notes, unsure.code]).toEqual([expect.stringContaining('add --sure'), 1]);
  expect((await run('report', 'jane@firm.example')).out).toContain('is not on the opt-out list');
  const erased = await run('erase', 'jane@firm.example', '--sure');
  expect([erased.out, erased.code]).toEqual([expect.stringContaining('Receipt of erasure'), 0]);
  expect((await run('report', 'jane@firm.example')).out).toContain('This person is on the opt-out list.');
});
