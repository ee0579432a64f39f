import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { childEnvironment } from '#server/platform/process/child-environment.ts';

const ROOT = join(import.meta.dirname, '..');
const Lock = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });
const folder = mkdtempSync(join(tmpdir(), 'leadwell-production-'));
const dist = join(folder, 'web/dist');

/** What `npm ci --omit=dev` leaves in a clone, as links. */
beforeAll(async () => {
  const apart = new Set(['.git', 'node_modules', 'web', 'data', 'e2e', 'extension']);
  link(ROOT, folder, (name) => !apart.has(name));
  for (const name of ['web', 'extension']) {
    mkdirSync(join(folder, name));
    link(join(ROOT, name), join(folder, name), (entry) => entry !== 'dist');
  }
  const lock = Lock.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const isTop = path.startsWith('node_modules/') && path.lastIndexOf('node_modules/') === 0;
    if (!isTop || dev || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
  await prepareDataFolder(join(folder, 'data'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function link(from: string, to: string, isIncluded: (name: string) => boolean): void {
  for (const name of readdirSync(from)) if (isIncluded(name)) symlinkSync(join(from, name), join(to, name));
}

function serve() {
  const child = spawn(process.execPath, ['cli/leadwell.mjs', 'serve'], {
    cwd: folder,
    env: {
      ...childEnvironment(),
      // Links instead of copies.
      NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main',
      PORT: '0',
      LOG_LEVEL: 'silent',
      PORT_25_TEST: '0',
      WORKER: 'none',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += String(text);
  });
  return { child, exited: once(child, 'exit'), stderr: () => stderr };
}

it('without the development tools, says how to build the web client', async () => {
  expect(existsSync(join(folder, 'node_modules/vite'))).toBe(false);
  const { exited, stderr } = serve();
  expect(await exited).toEqual([1, null]);
  expect(stderr()).toMatch(/^The web client is not built.*npm run build && npm prune --omit=dev/);
  expect(stderr().trim().split('\n')).toHaveLength(1);
});

it('without the development tools, serves a client that was built before, however old it is', async () => {
  mkdirSync(dist);
  writeFileSync(join(dist, 'index.html'), '<title>Built before</title>');
  utimesSync(join(dist, 'index.html'), 0, 0);
  const { child, exited, stderr } = serve();
  let page = '';
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /running at (\S+)/.exec(line)?.[1];
    if (!url) continue;
    page = await (await fetch(`${url}/dashboard`)).text();
    child.kill('SIGTERM');
  }
  expect(await exited).toEqual([0, null]);
  expect(page).toContain('Built before');
  expect(stderr()).toContain("The browser extensions are not built, so that they can't be downloaded.");
});
