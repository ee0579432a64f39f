import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { SECRET_VARIABLE, VERIFY_EXAMPLES } from './verify-examples.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const EXAMPLES = Object.fromEntries(VERIFY_EXAMPLES.map(({ id, code }) => [id, code]));

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Sends an event. Returns the status; null while nothing listens. */
async function post(port: number, body: string, secret: string): Promise<number | null> {
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  };
  const sent = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
  return sent.then(
    (reply) => reply.status,
    () => null,
  );
}

it('the TypeScript example runs: it takes a signed event once, and refuses others', async () => {
  const program = ['--input-type=module-typescript', '-e', EXAMPLES.typescript ?? ''];
  const port = await freePort();
  const child = spawn(process.execPath, program, {
    cwd: import.meta.dirname,
    env: { ...process.env, PORT: String(port), [SECRET_VARIABLE]: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += String(chunk);
    });
    const body = '{"type":"task.completed","timestamp":"2026-11-26T08:00:00Z","data":{"total":2}}';
    await expect.poll(() => post(port, body, SECRET), { timeout: 30_000 }).toBe(204);
    expect(await post(port, body, SECRET)).toBe(204);
    expect(await post(port, body, `whsec_${'A'.repeat(32)}`)).toBe(401);
    expect(out.trim()).toBe('task.completed { total: 2 }');
  } finally {
    child.kill();
  }
});

it('the Python example is valid Python', () => {
  const parse = 'import ast, sys; ast.parse(sys.stdin.read())';
  const checked = spawnSync('python3', ['-c', parse], { input: EXAMPLES.python, encoding: 'utf8' });
  // Without Python, there is nothing to check it with.
  if (checked.error) return;
  expect(checked.stderr).toBe('');
});
