import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import type { FileProgress } from '#server/platform/operator/operator-command.ts';
import { startServer } from '#server/serve.ts';
import { operate } from './operate.ts';
import { UsageError } from './usage-error.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'leadwell-cli-'));
  await prepareDataFolder(dataDir);
});
beforeEach(() => {
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function rows(name: string, input: object): Promise<object[]> {
  const found: object[] = [];
  await operate(name, input, { row: (row) => found.push(row), note: () => {} });
  return found;
}

describe('an operator command', () => {
  it('opens the data folder itself, or runs in the server that has it', async () => {
    const email = 'ada@example.com';
    expect(await rows('users-create-staff', { email })).toMatchObject([{ email }]);
    const server = await startServer(parseConfig({ ...process.env, PORT: '0', WORKER: 'none' }));
    try {
      expect(await rows('users-credits', { email, credits: 7 })).toEqual([{ email, credits: 7 }]);
      await expect(rows('users-upgrade', { email: 'nobody@example.com' })).rejects.toThrow(
        /No account has this email/,
      );
      await expect(rows('users-upgrade', { email: 'no address' })).rejects.toThrow(UsageError);
    } finally {
      await server.stop();
    }
    expect(await rows('users-list', {})).toMatchObject([
      // What the admin page shows.
      { email, credits: 7, creditsUsed: 0, state: 'trial', confirmed: true },
    ]);
  });

  it('imports leads in the server and reports its progress', async () => {
    const server = await startServer(parseConfig({ ...process.env, PORT: '0', WORKER: 'none' }));
    try {
      const file = join(dataDir, 'people.csv');
      const lines = Array.from(
        { length: 20_000 },
        (_, index) => `Lead ${index},CEO,Acme ${index},Retail,p${index}@x.example`,
      );
      writeFileSync(file, `Full_Name,Job_Title,Company,Industry,Work_Email_1\n${lines.join('\n')}\n`);
      const found: object[] = [];
      const seen: FileProgress[] = [];
      await operate(
        'leads-import',
        {
          file,
          database: 'leadrocks',
          mode: 'replace',
          preset: null,
          source: 'own list',
          licence: 'owned',
          date: null,
          dryRun: false,
          refusedFile: `${file}.refused.csv`,
        },
        { row: (row) => found.push(row), note: () => {}, progress: (at) => seen.push(at) },
      );
      expect(found).toMatchObject([{ imported: 20_000, duplicates: 0, refused: 0 }]);
      const { size } = statSync(file);
      expect(seen.at(-1)).toEqual({ read: size, bytes: size, rows: 20_000 });
    } finally {
      await server.stop();
    }
  });

  it('reports invalid input before it opens anything', async () => {
    await expect(rows('users-upgrade', { email: 'no address' })).rejects.toThrow(/valid email/);
  });
});
