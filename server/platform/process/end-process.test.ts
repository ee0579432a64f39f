import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-end-process-'));
afterAll(() => rmSync(folder, { recursive: true }));

const from = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

/** How a process ends that has asked a folder: its exit code and signal. */
async function ended(ask: string): Promise<unknown[]> {
  const script = `
    import { open } from 'node:fs/promises';
    import { askFolder } from ${from('../disk/ask-folder.ts')};
    import { endProcess } from ${from('./end-process.ts')};
    await askFolder('/asked', () => ${ask}, 10).catch(() => {});
    endProcess(3);
  `;
  return once(spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' }), 'exit');
}

it('gives its exit code', async () => {
  expect(await ended('Promise.resolve()')).toEqual([3, null]);
});

it.skipIf(process.platform === 'win32')('ends also while a disk hangs', async () => {
  const pipe = join(folder, 'pipe');
  // It opens when someone writes to it.
  execFileSync('mkfifo', [pipe]);
  expect(await ended(`open(${JSON.stringify(pipe)})`)).toEqual([null, 'SIGKILL']);
});
