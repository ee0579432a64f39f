import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppEnv } from '../http/context.ts';
import { errorResponse } from '../http/errors.ts';
import { beginRequest } from '../http/request.ts';
import { openTaskBench, type TaskBench } from '../tasks/test-tasks.ts';
import { mountMcp } from './routes.ts';
import { createConformanceServer } from './test-conformance-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

let bench: TaskBench;
let server: ReturnType<typeof serve>;
let url = '';
const folder = mkdtempSync(join(tmpdir(), 'leadwell-conformance-'));
beforeAll(async () => {
  bench = await openTaskBench();
  const app = new Hono<AppEnv>();
  const { log, clock } = bench.deps;
  app.use(beginRequest(log, { proxies: bench.deps.config.TRUST_PROXY, clock, operatorEmail: undefined }));
  app.onError(errorResponse);
  const account = await bench.account('unlimited');
  server = serve({
    // The suite sends no token.
    fetch: (request, env) => {
      const headers = new Headers(request.headers);
      headers.set('authorization', 'Bearer of-the-suite');
      return app.fetch(new Request(request, { headers }), env);
    },
    port: 0,
    hostname: '127.0.0.1',
  });
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const session = { accountId: account, sessionId: 'suite', email: 'suite@example.com' };
  mountMcp(app, { ...bench.deps, publicUrl: url }, async () => session, createConformanceServer);
});
afterAll(async () => {
  server.close();
  await bench.close();
  rmSync(folder, { recursive: true });
});

it.each(['2025-11-25', '2026-07-28'])('passes the conformance suite of %s', async (revision) => {
  const args = ['server', '--url', `${url}/mcp`, '--requirements', revision, '-o', folder];
  const run = await promisify(execFile)(process.execPath, [SUITE, ...args], { cwd: folder }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect('code' in run ? `${run.stdout}${run.stderr}` : '').toBe('');
});
