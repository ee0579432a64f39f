import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { parseConfig } from '../config.ts';
import { prepareDataFolder } from '../platform/database/test-data-folder.ts';
import { type RunningServer, startServer } from '../serve.ts';
import { createOperatorLink } from './operator-link.ts';

/** A server on loopback that strangers reach through a TCP forwarder, such as `ssh -R`. */
const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-link-'));
let server: RunningServer;
let forwarder: Server;
const sockets = new Set<Socket>();
beforeAll(async () => {
  await prepareDataFolder(dataDir);
  server = await startServer(
    parseConfig({ PORT: '0', DATA_DIR: dataDir, WORKER: 'none', LOG_LEVEL: 'silent', PORT_25_TEST: '0' }),
  );
  const target = Number(new URL(server.url).port);
  forwarder = createServer((stranger) => {
    const inside = connect(target, '127.0.0.1');
    for (const socket of [stranger, inside]) sockets.add(socket.on('error', () => {}));
    stranger.pipe(inside).pipe(stranger);
  });
  await new Promise<void>((resolve) => forwarder.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  forwarder.close();
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

interface Reply {
  status: number;
  body: string;
  cookie: string;
}

/** A request of a stranger, who pretends to be a browser on this machine. */
async function stranger(path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
  const { port } = forwarder.address() as AddressInfo;
  const { host } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port,
        path,
        agent: false,
        method: body ? 'POST' : 'GET',
        headers: {
          host,
          origin: server.url,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          ...headers,
        },
      },
      async (incoming) =>
        resolve({
          status: incoming.statusCode ?? 0,
          body: await text(incoming),
          cookie: incoming.headers['set-cookie']?.join() ?? '',
        }),
    );
    outgoing.once('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });
}

const adminKey = () => JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).ADMIN_KEY as string;
const linkCode = (link: string | null) => /#code=(.+)$/.exec(link ?? '')?.[1] ?? '';

async function signUp(email: string): Promise<string> {
  const { body } = await stranger('/auth/v1/signup', { email, password: 'correct horse battery' });
  return JSON.parse(body).access_token as string;
}

describe('a stranger behind a TCP forwarder', () => {
  it('gets neither the admin key nor the pass', async () => {
    const replies = [
      await stranger('/functions/v1/admin-prefill'),
      await stranger('/functions/v1/admin-prefill', {}),
      await stranger('/functions/v1/admin-prefill', { code: 'guess' }),
      await stranger('/functions/v1/admin-prefill', { code: 'x'.repeat(32) }),
      await stranger('/functions/v1/admin-info', { adminKey: 'guess' }),
      await stranger('/admin'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([405, 200, 403, 403, 403, expect.any(Number)]);
    for (const { body, cookie } of replies) {
      expect(body).not.toContain(adminKey());
      expect(cookie).toBe('');
    }
  });

  it('cannot pay with test payments', async () => {
    const token = await signUp('stranger@example.com');
    const signedIn = { authorization: `Bearer ${token}` };
    const order = { planId: 'unlimited' };
    for (const headers of [signedIn, { ...signedIn, cookie: `${server.operatorPass.name}=guess` }]) {
      const checkout = await stranger('/functions/v1/create-stripe-checkout', order, headers);
      expect([checkout.status, checkout.body]).toEqual([503, expect.stringContaining('operator link')]);
      const shortcut = await stranger('/functions/v1/confirm-checkout', { devMode: true }, headers);
      expect(shortcut.status).toBe(404);
    }
    expect(JSON.parse((await stranger('/functions/v1/account', undefined, signedIn)).body)).toMatchObject({
      plan: 'free',
    });
  });
});

describe('the operator link', () => {
  it('works once, even for 100 requests at once, and opens test payments in that browser', async () => {
    expect(server.operatorLink).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/admin#code=[\w-]{32}$/);
    const code = linkCode(server.operatorLink);
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => stranger('/functions/v1/admin-prefill', { code })),
    );
    const accepted = replies.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    expect(JSON.parse(accepted[0]?.body ?? '')).toEqual({ adminKey: adminKey() });
    const refused = replies.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(99);
    expect(refused[0]?.body).toContain(MESSAGES.admin.linkUsed);

    const cookie = accepted[0]?.cookie ?? '';
    const [pass = '', keyPass = ''] = cookie.split(/,(?=leadwell_)/);
    expect(pass).toMatch(/^leadwell_operator_\w+=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
    // Until the browser is closed.
    expect(keyPass).toMatch(/^leadwell_admin_\w+=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/);
    const again = (given: string) =>
      stranger('/functions/v1/admin-prefill', {}, { cookie: given.split(';')[0] ?? '' });
    expect(JSON.parse((await again(keyPass)).body)).toEqual({ adminKey: adminKey() });
    expect(JSON.parse((await again(pass)).body)).toEqual({ adminKey: null });
    const token = await signUp('operator@example.com');
    const headers = { authorization: `Bearer ${token}`, cookie: cookie.split(';')[0] ?? '' };
    const checkout = await stranger('/functions/v1/create-stripe-checkout', { planId: 'unlimited' }, headers);
    expect(checkout.status).toBe(200);
    expect(JSON.parse(checkout.body).url).toMatch(new RegExp(`^${server.url}/test-checkout`));
  });

  it('expires after an hour', () => {
    let now = 0;
    const link = createOperatorLink({ now: () => now });
    const code = linkCode(link.url('http://127.0.0.1:3000'));
    now = 60 * 60_000;
    expect(link.take(code)).toBe(false);
    now -= 1;
    expect(link.take(`${code}x`)).toBe(false);
    expect(link.take(code)).toBe(true);
    expect(link.take(code)).toBe(false);
  });
});
