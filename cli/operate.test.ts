import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { startServer } from '#server/serve.ts';
import { operate } from './operate.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'leadwell-cli-'));
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true });
});

async function rows(name: string, input: object): Promise<object[]> {
  const found: object[] = [];
  await operate(name, input, { row: (row) => found.push(row), note: () => {} });
  return found;
}

describe('a command of the operator', () => {
  it('opens the data folder itself, and has the server do it that holds the folder', async () => {
    const email = 'ada@example.com';
    expect(await rows('users-create-staff', { email })).toMatchObject([{ email }]);
    const server = await startServer(parseConfig({ ...process.env, PORT: '0', WORKER: 'none' }));
    try {
      expect(await rows('users-credits', { email, credits: 7 })).toEqual([{ email, credits: 7 }]);
      await expect(rows('users-upgrade', { email: 'nobody@example.com' })).rejects.toThrow(/no account/);
    } finally {
      await server.stop();
    }
    expect(await rows('users-list', {})).toMatchObject([{ email, credits: 7, confirmed: true }]);
  });

  it('says what is wrong with its input before it opens anything', async () => {
    await expect(rows('users-upgrade', { email: 'no address' })).rejects.toThrow(/valid email/);
  });
});
