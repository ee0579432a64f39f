import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it, vi } from 'vitest';
import { bundledServer } from '#cli/package/test-server-bundle.ts';
import { NO_ADMIN_KEY } from '#contract/admin.ts';
import { openMailQueue } from './auth/one-time/mail-queue.ts';
import { parseConfig } from './config.ts';
import { operatorHint } from './main.ts';
import { prepareDataFolder } from './platform/database/test-data-folder.ts';
import { childEnvironment } from './platform/process/child-environment.ts';
import { QUICK_START } from './platform/process/test-quick-start.ts';
import { openDeps } from './server-deps.ts';

const MAIN = new URL('./main.ts', import.meta.url).pathname;

/** Starts the server process in an empty folder, which must fail. Returns its stderr and exit code. */
async function failedStart(
  environment: Record<string, string>,
): Promise<{ stderr: string; code: number | null }> {
  const child = spawn(process.execPath, [...QUICK_START, await bundledServer()], {
    cwd: newFolder(),
    env: { ...childEnvironment(), PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { stderr, code };
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

/** Expects one line instead of a stack trace. */
function expectLine({ stderr, code }: Awaited<ReturnType<typeof failedStart>>, text: string): void {
  expect(stderr).toContain(text);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
}

it('reports in one line that the data folder cannot be used', async () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  expectLine(await failedStart({ DATA_DIR: file }), `The data folder ${file} cannot be used: `);
});

it('reports in one line that the secrets are damaged', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'secrets.json'), '{"AUTH_SECRET":"x"}');
  expectLine(
    await failedStart({ DATA_DIR: folder }),
    `The secrets in ${join(folder, 'secrets.json')} are damaged.`,
  );
});

it('waits for an unreachable database, names it without its password, and ends when it is stopped', async () => {
  const child = spawn(process.execPath, [...QUICK_START, await bundledServer()], {
    cwd: newFolder(),
    env: {
      ...childEnvironment(),
      PORT: '0',
      DATABASE_URL: `postgres://leadwell:hidden-word@127.0.0.1:${await freePort()}/leadwell`,
      AUTH_SECRET: 'a secret of the tests, 32 characters',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let stderr = '';
  for await (const piece of child.stderr.setEncoding('utf8')) {
    stderr += piece;
    if (stderr.includes('waiting until the database answers')) child.kill();
  }
  expect(stderr).toContain('connect ECONNREFUSED');
  expect(stderr).not.toContain('hidden-word');
  expect(await ended).toEqual([0, null]);
});

it('reports in one line that the port is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const dataDir = newFolder();
  await prepareDataFolder(dataDir);
  expectLine(
    await failedStart({ DATA_DIR: dataDir, PORT: String(port) }),
    `Port ${port} on 127.0.0.1 is already in use.`,
  );
  taken.close();
});

it('reports in one line that the port of the metrics is in use, before it takes work', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const dataDir = newFolder();
  await prepareDataFolder(dataDir);
  const states = async (add: boolean) => {
    const deps = await openDeps(parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
    try {
      const mail = { kind: 'email-changed', to: 'a@example.com', newEmail: 'b@example.com' } as const;
      const queue = await openMailQueue(deps);
      if (add) await queue.add([{ job: { ...mail, confirmed: true } }]);
      return (await deps.queue.findJobs('mail')).map(({ state }) => state);
    } finally {
      await deps.close();
    }
  };
  expect(await states(true)).toEqual(['created']);
  expectLine(
    await failedStart({ DATA_DIR: dataDir, METRICS_PORT: String(port) }),
    `Metrics can't be served on 127.0.0.1, port ${port}: `,
  );
  expect(await states(false)).toEqual(['created']);
  taken.close();
});

it('reports in one line that .env cannot be read', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, '.env'));
  const child = spawn(process.execPath, [...QUICK_START, await bundledServer()], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expectLine({ stderr, code }, 'The file .env cannot be read: ');
});

it('sends pages before it loads the server and opens the database', async () => {
  const dataDir = newFolder();
  await prepareDataFolder(dataDir);
  const goOn = join(newFolder(), 'go-on');
  const port = await freePort();
  const child = spawn(process.execPath, [...QUICK_START, '--import', waitingLoader(goOn), MAIN], {
    cwd: newFolder(),
    env: { ...childEnvironment(), PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await vi.waitFor(() => get('/'), { timeout: 50_000, interval: 50 });
  expect([(await get('/')).status, (await get('/readyz')).status]).toEqual([200, 503]);
  writeFileSync(goOn, '');
  await once(child.stdout, 'data');
  expect((await get('/readyz')).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('promises the admin page only with an admin key', () => {
  const operatorLink = 'http://127.0.0.1:3000/admin#code=x';
  const withKey = operatorHint({ operatorLink, hasAdminKey: true });
  expect(withKey).toContain('To use the admin page and test payments, open this link');
  expect(withKey).not.toContain(NO_ADMIN_KEY);
  const without = operatorHint({ operatorLink, hasAdminKey: false });
  expect(without).toMatch(/^To use test payments, open this link/);
  expect(without).toContain(NO_ADMIN_KEY);
  expect(operatorHint({ operatorLink: null, hasAdminKey: false })).toBe('');
});

/** A module for --import that loads serve.ts only once the file `goOn` exists. */
function waitingLoader(goOn: string): string {
  const waiting = `import { existsSync } from 'node:fs';
    import { setTimeout } from 'node:timers/promises';
    while (!existsSync(${JSON.stringify(goOn)})) await setTimeout(20);
    export const { startServer } = await import('./serve.ts?now');`;
  return moduleUrl(`import { registerHooks } from 'node:module';
    registerHooks({
      load: (url, context, next) =>
        url.endsWith('/server/serve.ts')
          ? { format: 'module', source: ${JSON.stringify(waiting)}, shortCircuit: true }
          : next(url, context),
    });`);
}

function moduleUrl(script: string): string {
  return `data:text/javascript,${encodeURIComponent(script)}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
