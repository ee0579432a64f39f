import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import pg from 'pg';
import { openPostgres } from './db.ts';
import { makeOnce } from './test-cache.ts';
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
 * runs it as `postgres` or `nobody`. Its data is copied: initdb and all migrations take seconds of CPU time.
 */
export async function startTestPostgres(bin: string, within = tmpdir()): Promise<TestPostgres> {
  const made = await makeOnce(`postgres-${basename(dirname(bin))}`, async (path) => {
    const identity = serverIdentity();
    const folder = newFolder(tmpdir(), identity);
    const data = join(folder, 'data');
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'leadwell', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
      { ...identity, cwd: folder, stdio: 'ignore' },
    );
    const server = await runServer(bin, folder, identity);
    const admin = await connect(server.url);
    await admin.query('create database leadwell_template');
    await admin.end();
    const template = openPostgres(server.url.replace(/postgres$/, 'leadwell_template'), { pool: 3 });
    await prepare(template);
    await template.close();
    await server.end();
    cpSync(data, path, { recursive: true });
    rmSync(folder, { recursive: true, force: true });
  });
  const identity = serverIdentity();
  const folder = newFolder(within, identity);
  const data = join(folder, 'data');
  cpSync(made, data, { recursive: true });
  // PostgreSQL reads only data of its own user that no one else can read.
  chmodSync(data, 0o700);
  for (const name of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    own(join(data, name), identity);
  const server = await runServer(bin, folder, identity);
  return {
    url: server.url,
    restart: server.restart,
    stop: async () => {
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Identity {
  uid?: number;
  gid?: number;
}

/** Of the user that runs the server: this one, unless it is root. */
function serverIdentity(): Identity {
  return process.getuid?.() === 0 ? unprivileged() : {};
}

function own(path: string, { uid, gid }: Identity): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

function newFolder(within: string, identity: Identity): string {
  const folder = mkdtempSync(join(within, 'leadwell-pg-'));
  own(folder, identity);
  return folder;
}

/** Runs a server with the data in `folder`, and waits until it answers. */
async function runServer(bin: string, folder: string, identity: Identity) {
  const port = await freePort();
  const run = () =>
    spawn(
      join(bin, 'postgres'),
      [
        '-D',
        join(folder, 'data'),
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
  await (await connect(url)).end();
  return {
    url,
    end,
    restart: async () => {
      await end();
      server = run();
      await (await connect(url)).end();
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
