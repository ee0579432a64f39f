import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, newPerson, type Person, test } from './fixtures/app-test.ts';
import type { FakeSite } from './fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from './fixtures/fake-web.ts';
import { type LeadwellServer, startLeadwell } from './fixtures/leadwell-server.ts';
import { type NormalUser, startNormalUser } from './fixtures/normal-user.ts';

/** The limits of "no account can disturb the others". */
const SLOWER_MS = 1000;
const MORE_BYTES = 300 * 1024 * 1024;
/** However busy the machine is, no request may hang. */
const HANGING_MS = 60_000;
const BASELINE_MS = 1500;

/** An attacker's account and the calls it can make. */
interface Attacker {
  person: Person;
  server: LeadwellServer;
  web: FakeWeb;
  token: string;
  call(name: string, body: unknown, headers?: Record<string, string>): Promise<number>;
  get(path: string): Promise<number>;
  logIn(): Promise<number>;
}

const WILDCARDS: FakeSite = {
  name: 'wildcards.com',
  about: 'each rule of its robots.txt takes long to match',
  robots: `User-agent: *\n${`Disallow: /${'*a'.repeat(15)}b\n`.repeat(600)}`,
};

const longPath = (at: number) => `${'a'.repeat(900)}${at}`;
/** Starts a task of 1,000 addresses of 900 characters. */
const startLongList = ({ call }: Attacker, task: number) =>
  call(
    'website-extraction',
    { urls: Array.from({ length: 1000 }, (_, at) => `https://t${task}.example/${longPath(at)}`) },
    { Prefer: 'respond-async' },
  );

const ATTACKS: readonly [title: string, attack: (attacker: Attacker) => Promise<unknown>][] = [
  [
    'a file of 15 million short lines',
    ({ call }) => call('csv-extraction', { csv_content: 'a\n'.repeat(15_000_000) }),
  ],
  [
    'a file of 10 MB in an unclosed quote',
    ({ call }) =>
      call('csv-extraction', { csv_content: `First Name,Last Name,Domain\n"${'a\n'.repeat(5_000_000)}` }),
  ],
  [
    'a file with 5 million columns',
    ({ call }) => call('csv-extraction', { csv_content: 'a,'.repeat(5_000_000) }),
  ],
  [
    '70 MB of empty arrays in an unknown field',
    ({ call }) =>
      call('csv-extraction', `{"csv_content":"First Name\\nJane","x":[${'[],'.repeat(23_000_000)}[]]}`),
  ],
  [
    'twelve searches for 1,000 long titles each',
    ({ call }) =>
      all(12, (at) =>
        call('leadrocks-lead-export', {
          action: 'search',
          filters: {
            includeJobTitles: Array.from({ length: 1000 }, (_, index) => `${at}${index}`.padEnd(200, 'x')),
          },
        }),
      ),
  ],
  [
    'a result selected 1,200 times',
    ({ get }) =>
      get(`/rest/v1/tasks?select=${Array.from({ length: 1200 }, (_, at) => `a${at}:result`).join(',')}`),
  ],
  ['200 sign-ins of one account at once', ({ logIn }) => all(200, logIn)],
  [
    '400 calls with one Idempotency-Key',
    ({ call }) =>
      all(400, () => call('website-extraction', { urls: ['missing.example'] }, { 'Idempotency-Key': 'k' })),
  ],
  [
    '10 tasks of 1,000 long addresses',
    async (attacker) =>
      expect(new Set(await all(10, (task) => startLongList(attacker, task)))).toEqual(new Set([202])),
  ],
  [
    'a robots.txt of wildcards',
    async ({ call, web }) => {
      const urls = Array.from({ length: 20 }, (_, at) => web.urlOf(WILDCARDS.name) + longPath(at));
      expect(await call('website-extraction', { urls })).toBe(200);
    },
  ],
];

test.describe('an account that attacks the server', () => {
  let web: FakeWeb;
  let server: LeadwellServer;
  let user: NormalUser;
  let baseline: number;

  test.beforeAll(async () => {
    web = await startFakeWeb({ sites: [WILDCARDS] });
    server = await startLeadwell({ dnsServer: web.dnsServer });
    const normal = await newAttacker(server, web);
    // The first lists of anyone fill the cache of the embedded database.
    for (let task = 0; task < 3; task++) expect(await startLongList(normal, task)).toBe(202);
    user = await startNormalUser({ url: server.url, pid: server.pid, accessToken: normal.token });
    await user.slowest();
    await sleep(BASELINE_MS);
    baseline = (await user.slowest()).workMs;
  });

  test.afterAll(async () => {
    await user.stop();
    await server.stop();
    await web.close();
  });

  for (const [title, attack] of ATTACKS) {
    test(`doesn't slow down others: ${title}`, async () => {
      const memory = watchMemory(server.pid);
      try {
        const attacker = await newAttacker(server, web);
        await user.slowest();
        await attack(attacker);
        const { workMs, ms, failed } = await user.slowest();
        expect(failed, 'the normal user gets answers').toEqual([]);
        expect(workMs - baseline, 'slower, in ms').toBeLessThan(SLOWER_MS);
        expect(ms, 'in ms').toBeLessThan(HANGING_MS);
        expect(memory.more(), 'more memory, in bytes').toBeLessThan(MORE_BYTES);
      } finally {
        memory.stop();
      }
    });
  }

  test("doesn't slow down others: uploads that never end", async () => {
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

const KEY = { apikey: 'leadwell-public' };

async function signUpByHttp(url: string, person = newPerson()): Promise<{ token: string; person: Person }> {
  const reply = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password, data: { name: person.name } }),
  });
  const { access_token: token } = (await reply.json()) as { access_token: string };
  return { token, person };
}

async function newAttacker(server: LeadwellServer, web: FakeWeb): Promise<Attacker> {
  const { token, person } = await signUpByHttp(server.url);
  const headers = { ...KEY, Authorization: `Bearer ${token}` };
  const status = async (path: string, init: RequestInit) => {
    const reply = await fetch(`${server.url}${path}`, init).catch(() => null);
    await reply?.arrayBuffer().catch(() => {});
    return reply?.status ?? 0;
  };
  return {
    server,
    web,
    person,
    token,
    get: (path) => status(path, { headers }),
    logIn: () =>
      status('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { ...KEY, 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, password: person.password }),
      }),
    call: (name, body, more = {}) =>
      status(`/functions/v1/${name}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', ...more },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

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

function all<T>(count: number, one: (at: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => one(at)));
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
