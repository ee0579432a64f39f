import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from './fixtures/app-test.ts';
import { ATTACKS, type Attacker, all, KEY, newAttacker, WILDCARDS } from './fixtures/attacks.ts';
import { type FakeWeb, startFakeWeb } from './fixtures/fake-web.ts';
import { type LeadwellServer, startLeadwell } from './fixtures/leadwell-server.ts';
import { type NormalUser, startNormalUser } from './fixtures/normal-user.ts';

/** The limit of "no account can disturb the others". `npm run bench:abuse` measures the time of the normal user. */
const MORE_BYTES = 300 * 1024 * 1024;

test.describe('an account that attacks the server', () => {
  // They send as much as a server takes, so they take as long as it needs.
  test.describe.configure({ timeout: 180_000 });
  let web: FakeWeb;
  let server: LeadwellServer;
  let user: NormalUser;

  test.beforeAll(async () => {
    web = await startFakeWeb({ sites: [WILDCARDS] });
    server = await startLeadwell({ dnsServer: web.dnsServer });
    const { token } = await newAttacker(server, web);
    user = await startNormalUser({ url: server.url, pid: server.pid, accessToken: token });
    await user.slowest();
  });

  test.afterAll(async () => {
    await user.stop();
    await server.stop();
    await web.close();
  });

  for (const [title, attack] of ATTACKS) {
    test(`doesn't stop others: ${title}`, async () => {
      const memory = watchMemory(server.pid);
      try {
        const attacker = await newAttacker(server, web);
        await user.slowest();
        await attack(attacker);
        const { answers, failed } = await user.slowest();
        expect(failed, 'the normal user gets answers').toEqual([]);
        expect(answers, 'the normal user gets answers').toBeGreaterThan(0);
        expect(memory.more(), 'more memory, in bytes').toBeLessThan(MORE_BYTES);
      } finally {
        memory.stop();
      }
    });
  }

  test("doesn't stop others: uploads that never end", async () => {
    const attacker = await newAttacker(server, web);
    const sockets = await all(10, () => openUpload(attacker));
    try {
      const honest = await newAttacker(server, web);
      const rows = Array.from({ length: 50_000 }, (_, at) => `jane${at}@missing-${at}.example`);
      const status = await honest.call(
        'csv-extraction',
        { csv_content: `Email\n${rows.join('\n')}` },
        { Prefer: 'respond-async' },
      );
      expect(status).toBe(202);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});

/** Declares a body of 70 MB and sends only its start. */
async function openUpload({ server, token }: Attacker): Promise<Socket> {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `POST /functions/v1/csv-extraction HTTP/1.1\r\nHost: ${host}\r\napikey: ${KEY.apikey}\r\n` +
      `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 70000000\r\n\r\n{"csv`,
  );
  await sleep(20);
  return socket;
}

/**
 * Samples the memory of the server's process. `more`: the growth since the start, in bytes. The process that parses a
 * large file isn't counted: it is one at a time, and it has its own limit.
 */
function watchMemory(pid: number): { more(): number; stop(): void } {
  const now = () =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
  const before = now();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, now());
  }, 200);
  return { more: () => Math.max(peak, now()) - before, stop: () => clearInterval(timer) };
}
