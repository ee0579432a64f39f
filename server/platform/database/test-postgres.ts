import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { openPostgres } from './db.ts';
import { prepare } from './test-template.ts';

/** A PostgreSQL server for tests. Its databases are created from `leadwell_template`. */
export interface TestPostgres {
  url: string;
  /** Stops the server, which cuts all connections, and starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Finds the folder with initdb and postgres; null if PostgreSQL isn't installed. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  );
}

/**
 * Starts a server with a migrated template on a free loopback port, in a new folder in `within`. As root,
 * runs it as `postgres` or `nobody`.
 */
export async function startTestPostgres(bin: string, within = tmpdir()): Promise<TestPostgres> {
  const folder = mkdtempSync(join(within, 'leadwell-pg-'));
  const identity: { uid?: number; gid?: number } = process.getuid?.() === 0 ? unprivileged() : {};
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'leadwell', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    {
      ...identity,
      cwd: folder,
      stdio: 'ignore',
    },
  );
  const port = await freePort();
  const run = () =>
    spawn(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        `${port}`,
        '-h',
        '127.0.0.1',
        '-k',
        folder,
        '-F',
        '-c',
        'full_page_writes=off',
        '-c',
        'max_connections=60',
        // It would start a process for the database of each test.
        '-c',
        'autovacuum=off',
        '-c',
        'timezone=America/New_York',
      ],
      { ...identity, cwd: folder, stdio: 'ignore' },
    );
  let server = run();
  const end = async () => {
    // A full disk may have ended it.
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    await ended;
  };
  const url = `postgres://leadwell@127.0.0.1:${port}/postgres`;
  const admin = await connect(url);
  await admin.query('create database leadwell_template');
  await admin.end();
  const template = openPostgres(url.replace(/postgres$/, 'leadwell_template'), { pool: 3 });
  await prepare(template);
  await template.close();
  return {
    url,
    restart: async () => {
      await end();
      server = run();
      await (await connect(url)).end();
    },
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function unprivileged(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // No such user: try the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.');
}

async function connect(url: string): Promise<pg.Client> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt >= 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
    probe.on('error', reject);
  });
}
