import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { childEnvironment } from '#server/platform/process/child-environment.ts';
import { QUICK_START } from '#server/platform/process/test-quick-start.ts';
import { fillPackage, packFolder } from './package.ts';
import { startTestRegistry } from './test-registry.ts';

const ROOT = join(import.meta.dirname, '../..');
const LONG = 240_000;
const run = promisify(execFile);
const root = mkdtempSync(join(tmpdir(), 'leadwell-package-'));
const folder = join(root, 'package');
const built = join(root, 'built');
/** The native part of the engine for this machine: 540 MB. */
const NATIVE = readdirSync(join(ROOT, 'node_modules/@chdb')).map((name) => `@chdb/${name}`);
const Lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string() })) });

beforeAll(async () => {
  for (const path of ['web/dist/index.html', 'extension/dist/version']) {
    mkdirSync(dirname(join(built, path)), { recursive: true });
    writeFileSync(join(built, path), '<title>Packaged</title>');
  }
  await fillPackage(folder, built);
}, LONG);
afterAll(() => rmSync(root, { recursive: true }));

function files(of: string): string[] {
  return readdirSync(of, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(of.length + 1))
    .sort();
}

function text(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

function hash(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function packedHash(of: string): string {
  const out = mkdtempSync(join(root, 'packed-'));
  return hash(join(out, packFolder(of, out)));
}

const serve = () =>
  spawn(process.execPath, [...QUICK_START, join(folder, 'cli/leadwell.mjs'), 'serve'], {
    cwd: root,
    env: { ...childEnvironment(), PORT: '0', LOG_LEVEL: 'silent', PORT_25_TEST: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const leadwell = (args: string[], settings: Record<string, string> = {}) =>
  run(process.execPath, [...QUICK_START, join(folder, 'cli/leadwell.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, ...settings },
  });

it('contains what a server needs, and no sources, tests or files of this machine', () => {
  const others = files(folder).filter(
    (path) => !/^(dist\/[\w-]+\.js|db\/migrations\/\d{4}_\w+\.sql|docs\/operate\/[\w.-]+)$/.test(path),
  );
  expect(others).toEqual([
    '.env.example',
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'cli/launch.mjs',
    'cli/leadwell.mjs',
    'db/prepared.tar.gz',
    'dist/licenses.txt',
    'extension/dist/version',
    'npm-shrinkwrap.json',
    'package.json',
    'tools/company-to-domain/data/companies.br',
    'tools/website-extraction/net/render/limited-chromium.sh',
    'web/dist/index.html',
  ]);
  for (const path of files(folder).filter((name) => name.endsWith('.js')))
    expect(text(path), path).not.toContain(ROOT);
});

it('installs the versions that were tested, without development tools and without the engine', () => {
  const ours = Lock.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))).packages;
  const { '': _, ...locked } = Lock.parse(JSON.parse(text('npm-shrinkwrap.json'))).packages;
  expect(Object.keys(locked)).toEqual(expect.arrayContaining(['node_modules/pg', 'node_modules/pg-pool']));
  expect(Object.keys(locked).filter((path) => /\/(vite|react|vitest|@?chdb)(\/|$)/.test(path))).toEqual([]);
  // Parts of tar-stream for another runtime, and test data of what prom-client needs.
  expect(Object.keys(locked).filter((path) => /\/(bare-\w+|bintrees)$/.test(path))).toEqual([]);
  for (const [path, { version }] of Object.entries(locked)) expect(version).toBe(ours[path]?.version);
});

it('includes the licenses of the packages in the bundle', () => {
  const licenses = text('dist/licenses.txt');
  for (const name of ['hono', 'kysely', 'libphonenumber-js', 'stripe', 'zod'])
    expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\n\n[^]*?copyright`, 'im'));
});

it('is a file of the same bytes each time, also with another umask and time zone', {
  timeout: LONG,
}, async () => {
  const again = join(root, 'again');
  const first = packedHash(folder);
  const umask = process.umask(0o077);
  vi.stubEnv('TZ', 'Asia/Kathmandu');
  try {
    await fillPackage(again, built);
    const hashes = (of: string) => files(of).map((path) => `${path} ${hash(join(of, path))}`);
    expect(hashes(again)).toEqual(hashes(folder));
    expect(packedHash(again)).toBe(first);
  } finally {
    process.umask(umask);
  }
});

it('starts a server with its database, also after a first start that was killed, and without the engine says how to install it', {
  timeout: LONG,
}, async () => {
  const { '': _, ...locked } = Lock.parse(JSON.parse(text('npm-shrinkwrap.json'))).packages;
  for (const path of Object.keys(locked)) {
    const isTop = path.lastIndexOf('node_modules/') === 0;
    if (!isTop || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
  const killed = serve();
  await vi.waitUntil(() => ['db.new', 'db'].some((name) => existsSync(join(root, 'data', name))), {
    timeout: LONG,
    interval: 1,
  });
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const child = serve();
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const seen: { page?: string; ready?: number; emails?: string } = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /running at (\S+)/.exec(line)?.[1];
    if (!url) continue;
    seen.page = await (await fetch(url)).text();
    seen.ready = (await fetch(`${url}/readyz`)).status;
    writeFileSync(join(root, 'page.html'), '<p>Write to info@packaged-company.com</p>');
    seen.emails = (await leadwell(['parse', 'page.html'])).stdout;
    child.kill('SIGTERM');
  }
  expect([await exited, errors]).toEqual([[0, null], expect.not.stringContaining('rror')]);
  expect(seen).toEqual({
    page: expect.stringContaining('Packaged'),
    ready: 200,
    emails: expect.stringContaining('info@packaged-company.com'),
  });
  await expect(leadwell(['leads', 'stats'])).rejects.toMatchObject({
    stderr: expect.stringContaining('leadwell leads enable'),
  });
});

it('installs the engine with npm, and a server that is running uses it at once', {
  timeout: LONG,
}, async () => {
  const native = Object.fromEntries(
    NATIVE.map((name) => [
      name,
      `module.exports = require(${JSON.stringify(join(ROOT, 'node_modules', name))});`,
    ]),
  );
  const registry = await startTestRegistry(join(ROOT, 'node_modules'), native);
  const enable = (url: string) =>
    leadwell(['leads', 'enable'], {
      npm_config_registry: url,
      npm_config_cache: join(root, 'npm-cache'),
      npm_config_userconfig: join(root, 'npmrc'),
      npm_config_update_notifier: 'false',
    });
  const child = serve();
  const exited = once(child, 'exit');
  writeFileSync(join(root, 'people.csv'), 'Full_Name,Job_Title,Company\nAda,CEO,Acme\nBob,CTO,Bolt\n');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('running at')) continue;
    try {
      await expect(leadwell(['leads', 'stats'])).rejects.toThrow(/leadwell leads enable/);
      await expect(enable(`${registry.url}/nothing`)).rejects.toThrow(
        /could not install.*: code E404: 404 Not Found/,
      );
      for (let times = 0; times < 2; times += 1) said.push((await enable(registry.url)).stderr);
      const source = ['--database', 'leadrocks', '--source', 'own list', '--licence', 'owned'];
      await leadwell(['leads', 'import', 'people.csv', ...source]);
      // Unlike `leads stats`, it fills no other database with sample leads.
      said.push((await leadwell(['leads', 'check'])).stdout);
    } finally {
      child.kill('SIGTERM');
    }
  }
  await exited;
  await registry.close();
  const { chdb } = z
    .object({ peerDependencies: z.object({ chdb: z.string() }) })
    .parse(JSON.parse(text('package.json'))).peerDependencies;
  expect(said).toEqual([
    expect.stringMatching(new RegExp(`^Installing chdb@${chdb} in .*data/engine …\nDone\\.`)),
    expect.stringContaining('installed already'),
    expect.stringMatching(/leadrocks.*\b2\b/),
  ]);
});
