import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseConfig } from '#server/config.ts';
import { POSTGRES_LIMITS } from '#server/platform/database/postgres-pool.ts';
import { childEnvironment } from '#server/platform/process/child-environment.ts';

const ROOT = join(import.meta.dirname, '../..');
const ANALYZE = '/usr/bin/systemd-analyze';
const UNITS = ['docs/operate/leadwell.service', 'docs/operate/leadwell-worker.service'];
const DOCKERFILE = read('Dockerfile');
const { bin } = z.object({ bin: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));
/** What an operator writes to .env for compose.scale.yaml. */
const SCALE = {
  DOMAIN: 'leads.example',
  POSTGRES_PASSWORD: 'one',
  CLICKHOUSE_PASSWORD: 'two',
  AUTH_SECRET: 'a secret of the tests, 32 characters',
  ADMIN_KEY: 'a key of the tests',
};

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The values of a variable in compose files: `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
function filledIn(text: string, values: Record<string, string>): string {
  return text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind?: string, other = '') => values[name] ?? (kind === '-' ? other : ''),
  );
}

/** The settings below `environment:` of our own services: those before the next key of the same depth. */
function composeSettings(path: string, values: Record<string, string>): Record<string, string> {
  const block = /\n( +)environment:[^\n]*\n((?:\1 +[^\n]*\n)+)/.exec(read(path))?.[2] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/^ +([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      filledIn(value.replace(/^"|"$/g, ''), values),
    ]),
  );
}

/** The settings of the lines of a Dockerfile or unit that start with `start`. */
function assigned(text: string, start: RegExp): Record<string, string> {
  const lines = text.split('\n').filter((line) => start.test(line));
  return Object.fromEntries(
    lines.flatMap((line) =>
      [...line.replace(start, '').matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    ),
  );
}

describe('the Dockerfile', () => {
  const image = assigned(DOCKERFILE, /^ENV /);

  it('sets only what the server knows, and starts a command of the package', () => {
    expect(image).toMatchObject({ DATA_DIR: '/data', HOST: '0.0.0.0' });
    expect(
      parseConfig({ ...image, ALLOW_EMBEDDED_DATABASE: 'true', PUBLIC_URL: 'https://leads.example' }),
    ).toMatchObject({
      PORT: 3000,
      DATA_DIR: '/data',
    });
    const [entry] = z.array(z.string()).parse(JSON.parse(/^ENTRYPOINT (.*)$/m.exec(DOCKERFILE)?.[1] ?? ''));
    expect(Object.keys(bin)).toContain(entry);
  });

  it('runs without rights, and writes only to folders that can be mounted', () => {
    const last = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^VOLUME \/data$/m);
    // `leadwell doctor` warns of a folder that others can open.
    expect(last).toMatch(/mkdir --mode=700 \/data \/backups/);
    expect(read('compose.scale.yaml')).toMatch(/^ +- \/data:.*mode=0700$/m);
    expect(image.NODE_COMPILE_CACHE).toMatch(/^\/tmp\//);
  });

  it.each([
    ['a server that answers', 200, 0],
    ['a server that fails', 500, 1],
    ['no server', null, 1],
  ])('has a health check that finds %s', async (_, status, code) => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/healthz' ? (status ?? 0) : 404;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    if (status === null) server.close();
    const check = /^HEALTHCHECK [^\n]*\n +CMD (\[.*\])$/m.exec(DOCKERFILE)?.[1] ?? '';
    const [, ...args] = z.array(z.string()).parse(JSON.parse(check));
    const child = spawn(process.execPath, args, { env: { ...childEnvironment(), PORT: String(port) } });
    expect((await once(child, 'exit'))[0]).toBe(code);
    server.close();
  });
});

describe('the compose files', () => {
  it.each([
    ['compose.yaml', {}],
    ['compose.yaml', { PUBLIC_URL: 'https://leads.example' }],
    ['compose.scale.yaml', SCALE],
  ])('%s has settings with which the server starts, with %j in .env', (path, values) => {
    const settings = { ...assigned(DOCKERFILE, /^ENV /), ...values, ...composeSettings(path, values) };
    expect(Object.keys(settings).length).toBeGreaterThan(6);
    expect(() => parseConfig(settings)).not.toThrow();
  });

  it('never replace a lost database by an empty one, unless told so', () => {
    expect(read('compose.yaml')).toMatch(/^ +- data:\/data$/m);
    const scale = (values: object) =>
      parseConfig(composeSettings('compose.scale.yaml', { ...SCALE, ...values }));
    expect(scale({})).toMatchObject({ REFUSE_EMPTY_DATABASE: true, ALLOW_EMPTY_DATABASE: false });
    expect(scale({ ALLOW_EMPTY_DATABASE: 'true' })).toMatchObject({ ALLOW_EMPTY_DATABASE: true });
  });

  it('let one of several servers write backups, to a volume that it can write', () => {
    const service = /\n {2}backup:\n((?: {4}.*\n)+)/.exec(read('compose.scale.yaml'))?.[1] ?? '';
    const folder = /^ +BACKUP_FOLDER: (.+)$/m.exec(service)?.[1] ?? '';
    expect(service).toMatch(new RegExp(`^ +- backups:${folder}$`, 'm'));
    expect(DOCKERFILE).toMatch(new RegExp(`chown node:node .*${folder}$`, 'm'));
    const ofOthers = { BACKUP_FOLDER: '/data/backups', ...composeSettings('compose.scale.yaml', SCALE) };
    expect(parseConfig(ofOthers).BACKUP_FOLDER).toBeUndefined();
  });

  it('build the image once, and never ask a registry for it', () => {
    const scale = read('compose.scale.yaml');
    expect(scale).toMatch(/^ {2}image: leadwell:latest\n(?: {2}#.*\n)? {2}pull_policy: never$/m);
    expect(scale.match(/^ +build: \.$/gm)).toHaveLength(1);
  });

  it('wait for a database that is created slowly, and not for the one that only creates it', () => {
    for (const name of ['postgres', 'clickhouse']) {
      const service = new RegExp(`\\n {2}${name}:\\n((?: {4}.*\\n)+)`).exec(read('compose.scale.yaml'))?.[1];
      expect(service).toMatch(/^ +start_period: 120s$/m);
    }
    // The official image creates it with a server that listens only on a socket.
    expect(read('compose.scale.yaml')).toContain('test: [CMD, pg_isready, -h, 127.0.0.1, -U, leadwell]');
  });

  it('give an update of all servers and workers enough connections', () => {
    const scale = read('compose.scale.yaml');
    const replicas = [...scale.matchAll(/^ +replicas: (\d+)$/gm)].map(([, count]) => Number(count));
    const backup = 1;
    const processes = replicas.reduce((sum, count) => sum + count, backup);
    const most = Number(/max_connections=(\d+)/.exec(scale)?.[1]);
    expect(replicas).toHaveLength(2);
    expect(most).toBeGreaterThan(2 * processes * (POSTGRES_LIMITS.pool + 1));
  });

  it('mount only files of the repository', () => {
    for (const path of ['compose.yaml', 'compose.scale.yaml'])
      for (const [, mounted = ''] of read(path).matchAll(/^ +- (\.\/[^:]+):/gm))
        expect([mounted, existsSync(join(ROOT, mounted))]).toEqual([mounted, true]);
  });
});

describe('the units of systemd', () => {
  it.each(UNITS)('%s starts a command of the package with settings that it knows', (path) => {
    const unit = read(path);
    const command = /^ExecStart=\/usr\/bin\/env (\S+)/m.exec(unit)?.[1];
    expect(Object.keys(bin)).toContain(command);
    expect(() => parseConfig(assigned(unit, /^Environment=/))).not.toThrow();
  });

  it('treat the data folder as the documented command beside the server does', () => {
    const [unit = ''] = UNITS.map(read);
    const command = /^sudo systemd-run (?:.*\\\n)+.*/m.exec(read('docs/operate/install.md'))?.[0] ?? '';
    const given = new Map(
      [...command.matchAll(/--property=(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    );
    // Each start of a unit sets the owner and the mode of its folder.
    for (const name of [
      'DynamicUser',
      'StateDirectory',
      'StateDirectoryMode',
      'UMask',
      'WorkingDirectory',
      'EnvironmentFile',
    ])
      expect([name, given.get(name)]).toEqual([name, new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1]]);
    // The user of a unit that names none is called like the unit.
    expect(UNITS[0]).toBe(`docs/operate/${given.get('User')}.service`);
    expect(assigned(command, /^ *--setenv=/)).toEqual({ DATA_DIR: assigned(unit, /^Environment=/).DATA_DIR });
  });

  it.runIf(existsSync(ANALYZE)).each(UNITS)('%s is valid', (path) => {
    execFileSync(ANALYZE, ['verify', join(ROOT, path)], { stdio: ['ignore', 'ignore', 'pipe'] });
  });
});
