import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { prepareDataFolder } from './platform/test-data-folder.ts';

const MAIN = new URL('./main.ts', import.meta.url).pathname;

/** Starts the server process in an empty folder; it must refuse. What it said, and its exit code. */
async function refusal(environment: Record<string, string>): Promise<{ said: string; code: number | null }> {
  const child = spawn(process.execPath, [MAIN], {
    cwd: newFolder(),
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { said, code };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-main-'));
  folders.push(folder);
  return folder;
}

/** Each of these once ended in a stack. */
function expectLine({ said, code }: Awaited<ReturnType<typeof refusal>>, words: string): void {
  expect(said).toContain(words);
  expect(said.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
}

it('says in a line that the data folder cannot be used', async () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  expectLine(await refusal({ DATA_DIR: file }), `The data folder ${file} cannot be used: `);
});

it('says in a line that the secrets are damaged, and leaves them', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'secrets.json'), '{"AUTH_SECRET":"x"}');
  expectLine(
    await refusal({ DATA_DIR: folder }),
    `The secrets in ${join(folder, 'secrets.json')} are damaged.`,
  );
});

it('says in a line that the database does not answer, without its password', async () => {
  const outcome = await refusal({
    DATABASE_URL: `postgres://leadwell:hidden-word@127.0.0.1:${await freePort()}/leadwell`,
    AUTH_SECRET: 'a secret of the tests, 32 characters',
  });
  expectLine(outcome, 'The database of DATABASE_URL cannot be used: connect ECONNREFUSED');
  expect(outcome.said).not.toContain('hidden-word');
});

it('says in a line that the port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const dataDir = newFolder();
  await prepareDataFolder(dataDir);
  expectLine(await refusal({ DATA_DIR: dataDir, PORT: String(port) }), `Port ${port} on 127.0.0.1 is taken.`);
  taken.close();
});

it('says in a line that .env cannot be read', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, '.env'));
  const child = spawn(process.execPath, [MAIN], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expectLine({ said, code }, 'The file .env cannot be read: ');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
