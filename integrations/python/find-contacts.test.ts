import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';

const SCRIPT = fileURLToPath(new URL('./find_contacts.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(!hasPython)('the Python example', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const python = (environment: Record<string, string>, ...args: string[]) =>
    promisify(execFile)('python3', ['-B', ...args], {
      env: { ...process.env, LEADWELL_URL: `${server.url}/`, LEADWELL_API_KEY: server.key, ...environment },
    });

  it('starts a task, waits for it, and writes its rows', async () => {
    const sites = server.sites(3);
    const { stdout, stderr } = await python({}, SCRIPT, ...sites);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ website }) => website)).toEqual(sites);
    for (const row of rows)
      expect(row).toMatchObject({
        key: expect.stringMatching(/^[\w-]{22}$/),
        emails: [expect.stringContaining('@')],
      });
    expect(stderr).toBe('completed: 3 of 3 with contacts\n');
  });

  it('says why the server refused it', async () => {
    const wrongKey = python({ LEADWELL_API_KEY: 'lwk_wrong' }, SCRIPT, 'acme.com');
    await expect(wrongKey).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Leadwell refused it. not_authenticated: '),
    });
    await expect(python({}, SCRIPT)).rejects.toMatchObject({
      stderr: expect.stringContaining('Name the websites'),
    });
  });

  it('repeats a request whose answer was cut off, with the same key', async () => {
    const keys: unknown[] = [];
    const cutting = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      request.resume().once('end', () => {
        response.setHeader('content-type', 'application/json');
        if (keys.length === 1) {
          response.setHeader('content-length', '100');
          response.write('{"id":');
          response.socket?.end();
        } else if (keys.length === 2) {
          response.writeHead(409, { 'retry-after': '0' });
          response.end(JSON.stringify({ error: { code: 'conflict', message: 'It is being worked.' } }));
        } else response.end('{"id":"t1"}');
      });
    }).listen(0, '127.0.0.1');
    await once(cutting, 'listening');
    const code = [
      'import os, sys',
      'sys.path.insert(0, sys.argv[1])',
      'from find_contacts import Leadwell',
      'print(Leadwell(os.environ["LEADWELL_URL"], "lwk_x").start("website-extraction", {"urls": ["acme.com"]})["id"])',
    ].join('\n');
    const url = `http://127.0.0.1:${(cutting.address() as AddressInfo).port}`;
    const { stdout } = await python(
      { LEADWELL_URL: url },
      '-c',
      code,
      fileURLToPath(new URL('.', import.meta.url)),
    );
    cutting.close();
    expect(stdout).toBe('t1\n');
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('starts one task for one idempotency key', async () => {
    const [site = ''] = server.sites(1);
    const code = [
      'import json, os, sys',
      'sys.path.insert(0, sys.argv[1])',
      'from find_contacts import Leadwell',
      'leadwell = Leadwell(os.environ["LEADWELL_URL"], os.environ["LEADWELL_API_KEY"])',
      'ids = [leadwell.start("website-extraction", {"urls": [sys.argv[2]]}, "once")["id"] for _ in range(2)]',
      'print(json.dumps([len(set(ids)), leadwell.wait(ids[0])["status"]]))',
    ].join('\n');
    const { stdout } = await python({}, '-c', code, fileURLToPath(new URL('.', import.meta.url)), site);
    expect(JSON.parse(stdout)).toEqual([1, 'completed']);
  });
});
