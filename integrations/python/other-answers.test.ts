import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./find_contacts.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

const python = (environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)('python3', ['-B', ...args], {
    env: { ...process.env, LEADWELL_API_KEY: 'lwk_x', ...environment },
  });

/** A server that answers each request once it has read it. */
async function answering(answer: RequestListener) {
  const server = createServer((request, response) => {
    request.resume().once('end', () => answer(request, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

describe.skipIf(!hasPython)('the Python example', () => {
  it('repeats a request whose answer was cut off, with the same key', async () => {
    const keys: unknown[] = [];
    const cutting = await answering((request, response) => {
      keys.push(request.headers['idempotency-key']);
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
    const code = [
      'import os, sys',
      'sys.path.insert(0, sys.argv[1])',
      'from find_contacts import Leadwell',
      'print(Leadwell(os.environ["LEADWELL_URL"], "lwk_x").start("website-extraction", {"urls": ["acme.com"]})["id"])',
    ].join('\n');
    const { stdout } = await python(
      { LEADWELL_URL: cutting.url },
      '-c',
      code,
      fileURLToPath(new URL('.', import.meta.url)),
    );
    cutting.close();
    expect(stdout).toBe('t1\n');
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    ['a page of a proxy', '<!doctype html><title>Sign in</title>'],
    ['no body', ''],
  ])('says that an answer is no JSON, and asks no second time: %s', async (_what, body) => {
    let requests = 0;
    const other = await answering((_request, response) => {
      requests += 1;
      response.end(body);
    });
    await expect(python({ LEADWELL_URL: other.url }, SCRIPT, 'acme.com')).rejects.toMatchObject({
      code: 1,
      stderr: `Leadwell couldn't do it. not_json: The answer of ${other.url} isn't JSON. Check the address of the server.\n`,
    });
    other.close();
    expect(requests).toBe(1);
  });

  it.each([
    ['no address', { LEADWELL_URL: '' }, /^Set both: export LEADWELL_URL=\S+ LEADWELL_API_KEY=lwk_\.\.\.\n$/],
    ['no key', { LEADWELL_URL: 'https://a.example', LEADWELL_API_KEY: '' }, /^Set both: /],
    ['a word as its address', { LEADWELL_URL: 'foo' }, /foo must start with https:\/\/ or http:\/\/.*\n$/],
    ['a file as its address', { LEADWELL_URL: 'file:///etc' }, /must start with https/],
    ['half an address', { LEADWELL_URL: 'http://[' }, /^Leadwell couldn't do it\. .*can't be sent\.\n$/],
  ])('says what to set with %s', async (_what, environment, message) => {
    await expect(python(environment, SCRIPT, 'acme.com')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(message),
    });
  });

  it('ends without a word when a program like head has read enough', async () => {
    const row = { key: 'k', input: 'a.example', row: { emails: [], phones: [] } };
    const server = await answering((request, response) => {
      const task = { id: 't1', status: 'completed', found: 1, total: 1 };
      const page = { rows: Array(500).fill(row), next: 0 };
      response.end(JSON.stringify(request.url?.includes('task-rows') ? page : task));
    });
    const { stdout, stderr } = await promisify(execFile)(
      'bash',
      ['-c', 'set -o pipefail; python3 -B "$0" acme.com | head -n 1', SCRIPT],
      { env: { ...process.env, LEADWELL_URL: server.url, LEADWELL_API_KEY: 'lwk_x' } },
    );
    server.close();
    expect([stdout.trim().split('\n').length, stderr]).toEqual([1, '']);
  });

  it('waits its own time if a proxy names a date to try again at', async () => {
    let requests = 0;
    const busy = await answering((_request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(503, { 'retry-after': 'Fri, 27 Nov 2026 12:00:00 GMT' }).end();
      else response.end('{"error"');
    });
    await expect(python({ LEADWELL_URL: busy.url }, SCRIPT, 'acme.com')).rejects.toMatchObject({
      stderr: expect.stringContaining('not_json'),
    });
    busy.close();
    expect(requests).toBe(2);
  });
});
