import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CALLS } from '#contract/calls.ts';
import { TOOLS } from '#tools/index/tools.ts';
import { WAIT } from '../../e2e/fixtures/wait.ts';

const EXAMPLE = readFileSync(new URL('../../docs/operate/nginx.conf', import.meta.url), 'utf8');
const NGINX = '/usr/sbin/nginx';
const MEGABYTE = 1024 * 1024;
const LARGEST = Math.max(
  ...[...Object.values(CALLS), ...TOOLS.flatMap(({ calls }) => Object.values(calls))].map(
    ({ maxBodyBytes }) => maxBodyBytes,
  ),
);

it('the example of a proxy accepts the largest body that a call accepts', () => {
  const accepted = Number(/client_max_body_size (\d+)m;/.exec(EXAMPLE)?.[1]) * MEGABYTE;
  expect(LARGEST).toBeGreaterThan(MEGABYTE);
  expect(accepted).toBeGreaterThan(LARGEST);
  expect(EXAMPLE).toContain(
    `The largest upload that Leadwell accepts is ${Math.ceil(LARGEST / MEGABYTE)} MB`,
  );
});

describe.runIf(existsSync(NGINX))('nginx with the example', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-nginx-'));
  let upstream: Server;
  let url: string;
  let stop: () => Promise<void>;
  let received = 0;
  let sent = 0;
  let forwarded: string | undefined;
  const left = Promise.withResolvers<void>();

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      forwarded = String(request.headers['x-forwarded-for']);
      if (request.method === 'POST') {
        request.on('data', (chunk: Buffer) => {
          received += chunk.length;
        });
        request.on('end', () => response.end('ok'));
        return;
      }
      const piece = Buffer.alloc(MEGABYTE, 'x');
      const send = () => {
        while (sent < 500 && !response.destroyed) {
          sent += 1;
          if (!response.write(piece)) return;
        }
      };
      response.on('drain', send);
      response.on('close', () => left.resolve());
      send();
    });
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const site = EXAMPLE.replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, '')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace(/^ *ssl_.*$/gm, '')
      .replace('127.0.0.1:3000', `127.0.0.1:${(upstream.address() as AddressInfo).port}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}\nevents {}\nhttp { access_log off; ${temporary}\n${site} }`,
    );
    const nginx = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = once(nginx, 'exit');
    stop = async () => {
      nginx.kill('SIGTERM');
      await exited;
    };
    await vi.waitFor(async () => expect((await fetch(url, { method: 'POST' })).status).toBe(200), WAIT);
  });
  afterAll(async () => {
    await stop();
    upstream.closeAllConnections();
    upstream.close();
    rmSync(folder, { recursive: true });
  });

  it('passes on a large upload, with the address of its sender', async () => {
    const reply = await fetch(url, { method: 'POST', body: new Uint8Array(20 * MEGABYTE) });
    expect([reply.status, received, forwarded]).toEqual([200, 20 * MEGABYTE, '127.0.0.1']);
  });

  it('takes no more of a download than its reader', async () => {
    const stopped = new AbortController();
    const reply = await fetch(url, { signal: stopped.signal });
    await reply.body?.getReader().read();
    stopped.abort();
    await left.promise;
    expect(sent).toBeLessThan(100);
  });
});

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
