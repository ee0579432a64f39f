import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { openPGlite } from '#server/platform/database/db.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { startServer } from '#server/serve.ts';
import { operate } from './operate.ts';
import { restore } from './restore.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-restored-people-'));
/** Apart from the data folder, in which an erasure looks for the person. */
const files = mkdtempSync(join(tmpdir(), 'leadwell-people-files-'));
afterAll(() => {
  for (const folder of [dataDir, files]) rmSync(folder, { recursive: true, force: true });
});

const quiet = { row: () => {}, note: () => {} };
const path = (name: string) => join(files, name);
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const PASSWORD = 'correct horse battery staple 7';
const PEOPLE = [
  'first_name,last_name,title,company,email,mobile_phone',
  'Ann,Address,CTO,One,ann@hashed.example,',
  'Pat,Phone,CTO,Two,,+1 (202) 555-0147',
  'Eve,Erased,CTO,Three,eve@erased.example,',
  'Bob,Stays,CTO,Four,bob@stays.example,',
];

/** Runs `work` while a server is running. */
async function withServer<T>(work: (call: Call) => Promise<T>): Promise<T> {
  const server = await startServer(
    parseConfig({ ...process.env, PORT: '0', WORKER: 'none', PORT_25_TEST: '0' }),
  );
  try {
    return await work(async (url, body, headers = {}) => {
      const response = await fetch(`${server.url}${url}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: response.status, text: await response.text() };
    });
  } finally {
    await server.stop();
  }
}
type Call = (
  url: string,
  body: object,
  headers?: Record<string, string>,
) => Promise<{ status: number; text: string }>;

/** The leads of a search, and the file of an export, as texts. */
async function searchAndExport(call: Call): Promise<{ search: string; file: string }> {
  const login = { email: 'operator@example.com', password: PASSWORD };
  const { access_token: token } = JSON.parse((await call('/auth/v1/token?grant_type=password', login)).text);
  const authorization = `Bearer ${token}`;
  const url = '/functions/v1/apollo-lead-export';
  const filters = { includeJobTitles: ['cto'] };
  const searched = await call(url, { action: 'search', filters }, { authorization });
  const file = await call(url, { action: 'export', filters }, { authorization, accept: 'text/csv' });
  expect([searched.status, file.status, file.text.slice(0, 300)]).toEqual([200, 200, expect.any(String)]);
  return { search: searched.text, file: file.text };
}

it('people of hashed opt-outs and an erased one stay out of a backup from before that is restored', async () => {
  await prepareDataFolder(dataDir);
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('LOG_LEVEL', 'silent');
  writeFileSync(path('people.csv'), PEOPLE.join('\n'));
  writeFileSync(path('20260312_4821_Email.csv'), `ID,Hash\nW1abcdefghij,${sha256('ann@hashed.example')}\n`);
  writeFileSync(path('20260312_4821_Phone.csv'), `ID,Hash\nW2abcdefghij,${sha256('2025550147')}\n`);
  const file = path('before.backup');
  await withServer(async (call) => {
    const imported = { database: 'apollo', mode: 'replace', preset: 'own', source: 'own', licence: 'CC0' };
    await operate(
      'leads-import',
      { ...imported, file: path('people.csv'), date: null, dryRun: false, refusedFile: path('refused.csv') },
      quiet,
    );
    await call('/auth/v1/signup', { email: 'operator@example.com', password: PASSWORD });
  });
  const database = await openPGlite({ dataDir: join(dataDir, 'db') });
  await database.db.updateTable('accounts').set({ plan: 'unlimited' }).execute();
  await database.close();

  await withServer(async (call) => {
    const { search, file: exported } = await searchAndExport(call);
    for (const name of ['Address', 'Phone', 'Erased', 'Stays'])
      expect([search.includes(name), exported.includes(`"${name}"`)]).toEqual([true, true]);
    await operate('backup', { file }, quiet);
    const lists = ['Email', 'Phone'].map((list) => path(`20260312_4821_${list}.csv`));
    await operate('optout-import-hashed', { files: lists, list: null, statusFile: null }, quiet);
    await operate('person-erase', { person: ['eve@erased.example'] }, quiet);
    const after = await searchAndExport(call);
    expect(after.search).toContain('Stays');
    expect(after.search + after.file).not.toMatch(/Address|"Phone"|Erased|hashed\.example|erased\.example/);
  });

  await restore(file, () => {});
  await withServer(async (call) => {
    const gone = /"Address"|"Phone"|"Erased"|hashed\.example|erased\.example/;
    // Searches wait until the start has removed them.
    const restored = await searchAndExport(call);
    expect(restored.search).toContain('Stays');
    expect(restored.file).toContain('bob@stays.example');
    expect(restored.search + restored.file).not.toMatch(gone);
    const again = { database: 'apollo', mode: 'append', preset: 'own', source: 'again', licence: 'CC0' };
    await operate(
      'leads-import',
      { ...again, file: path('people.csv'), date: null, dryRun: false, refusedFile: path('refused.csv') },
      quiet,
    );
    const imported = await searchAndExport(call);
    expect(imported.file).toContain('bob@stays.example');
    expect(imported.search + imported.file).not.toMatch(gone);
  });
}, 180_000);
