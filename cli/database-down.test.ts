import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runHere } from './test-run-here.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-down-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const settings = (port: number) => ({
  DATABASE_URL: `postgres://leadwell@127.0.0.1:${port}/leadwell`,
  DATA_DIR: dataDir,
  AUTH_SECRET: 'the secret of this test, with 32 characters or more',
  ADMIN_KEY: 'an admin key of this test',
  LOG_LEVEL: 'silent',
});
/** No server listens there. */
const NO_SERVER = 1;
const COPY = `postgres://leadwell@127.0.0.1:${NO_SERVER}/copy`;

it.each([
  ['secret rotate'],
  ['secret accept'],
  ['migrate'],
  ['migrate --dry-run'],
  [`upgrade --check --copy ${COPY}`],
  ['users list'],
  [`backup ${join(dataDir, 'a.backup')}`],
  ['restore --back'],
  ['optout apply'],
  ['notices status'],
  ['payments sync'],
  ['person report ada@example.com'],
])('%s says what is wrong when PostgreSQL is down, and what to do', async (command) => {
  const { code, err } = await runHere(command.split(' '), settings(NO_SERVER));
  expect(err).toMatch(/^Cannot connect to the database of (DATABASE_URL|--copy): .*ECONNREFUSED/);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

/** A message of the protocol of PostgreSQL. */
function message(type: string, body: Buffer | string): Buffer {
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([header, Buffer.from(body)]);
}

it.each(['secret rotate', 'secret accept', 'migrate'])(
  '%s says what is wrong when PostgreSQL stops in the middle, and what to do',
  async (command) => {
    const sockets: Socket[] = [];
    const ready = message('Z', 'I');
    const authenticated = Buffer.concat([message('R', Buffer.alloc(4)), ready]);
    const done = Buffer.concat([message('C', 'SELECT 0\0'), ready]);
    const stops = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(authenticated);
        // It answers only what makes sure that it is there.
        socket.on('data', (asked) => {
          if (/^Q....(?:select 1\0|set )/s.test(asked.toString('latin1'))) socket.write(done);
          else socket.end(stops);
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { code, err } = await runHere(command.split(' '), settings(port));
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(err).toMatch(/terminating connection/);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  },
);
