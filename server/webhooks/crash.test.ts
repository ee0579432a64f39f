import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createRandom } from '../../drill/random.ts';
import { type FakeWeb, startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import { type LeadwellServer, startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { DRILL, DRILL_WAIT } from '../../e2e/fixtures/wait.ts';
import { type ReceivedEvent, startWebhookReceiver, status, type WebhookReceiver } from './test-receiver.ts';

/** The real server, killed with SIGKILL at random moments while it writes and sends events. */

/** of each of the two tests */
const EVENTS = 100;
const KILLS = 2;
const ANSWERED = [200, 404, 409];

const TRAP = {
  name: 'metadata-trap.com',
  about: 'resolves to the metadata service of clouds',
  addresses: ['169.254.169.254'],
};

let server: LeadwellServer;
let receiver: WebhookReceiver;
let web: FakeWeb;
let token = '';
beforeAll(async () => {
  web = await startFakeWeb({ sites: [TRAP] });
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  server = await startLeadwell({ dnsServer: web.dnsServer, env: { LOG_LEVEL: 'error' } });
});
afterEach(async () => {
  await server.kill();
  await receiver.close();
});
afterAll(() => web.close());

// biome-ignore lint/suspicious/noExplicitAny: replies of many calls, each checked at its call.
async function call(name: string, body?: object): Promise<any> {
  const reply = await fetch(`${server.url}/${name.includes('/') ? name : `functions/v1/${name}`}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!ANSWERED.includes(reply.status)) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** Kills the server, and starts it again on the same data. */
async function restart(): Promise<void> {
  const { dataDir } = server;
  await server.kill();
  server = await startLeadwell({ dataDir, dnsServer: web.dnsServer, env: { LOG_LEVEL: 'error' } });
}

const idOf = ({ headers }: ReceivedEvent) => String(headers['webhook-id']);

/** Answers the first try of each event in one way, and later ones with 204. */
function first(path: string, how: ReturnType<typeof status>): void {
  const known = new Set<string>();
  receiver.answer(path, (response, event) => {
    if (known.has(idOf(event))) response.writeHead(204).end();
    else how(response);
    known.add(idOf(event));
  });
}

/** All events in the log of a webhook. */
async function logged(
  webhook: string,
): Promise<{ eventId: string; state: string; tries: { problem: string }[] }[]> {
  const found = [];
  for (let after = ''; ; ) {
    const page = await call(`webhook-deliveries?webhook=${webhook}&limit=100${after}`);
    found.push(...page.deliveries);
    if (page.next === null) return found;
    after = `&after=${page.next}`;
  }
}

/**
 * Writes EVENTS events for a webhook at each path, and kills the server meanwhile. Waits until all of them have arrived
 * where they can. Returns the logs, by path.
 */
async function drill(paths: readonly string[], arriving: readonly string[]) {
  const random = createRandom(28);
  const email = 'hooks@example.com';
  token = '';
  token = (await call('auth/v1/signup', { email, password: 'correct horse battery' })).access_token;
  const hooks = new Map<string, string>();
  for (const [n, path] of paths.entries()) {
    // A site of its own for each, on loopback.
    const here = receiver.url(path).replace('127.0.0.1', `127.0.0.${n + 1}`);
    const url = path === '/private' ? 'http://metadata-trap.com/' : here;
    const { webhook } = await call('webhook-create', { url, events: ['list.rows_added'] });
    hooks.set(path, webhook.id);
  }
  const log = (path: string) => logged(hooks.get(path) ?? '');
  const { id } = await call('list-create', { name: 'Rows', columns: [{ name: 'Number' }] });
  const part = EVENTS / KILLS;
  const killsAt = new Set(Array.from({ length: KILLS }, (_, n) => n * part + random.below(part)));
  for (let n = 0; n < EVENTS; n += 1) {
    const adding = call('list-add-rows', { id, rows: [{ Number: String(n) }] });
    if (!killsAt.has(n)) await adding;
    else {
      adding.catch(() => {});
      await restart();
    }
  }
  const written = (await log('/fine')).map(({ eventId }) => eventId);
  expect(new Set(written).size).toBe(written.length);
  // The event of a request that the kill cut off may be there.
  expect(written.length).toBeGreaterThanOrEqual(EVENTS - KILLS);
  for (const path of arriving)
    await vi.waitFor(
      () => expect(new Set(receiver.at(path).map(idOf))).toEqual(new Set(written)),
      DRILL_WAIT,
    );
  return { log, hooks };
}

it('loses no event of receivers that fail, ask to wait or hang', DRILL, async () => {
  first('/fails', status(500));
  first('/busy', status(429, { 'retry-after': '1' }));
  receiver.answer('/hangs', () => {});
  const { log } = await drill(['/fine', '/fails', '/busy', '/hangs'], ['/fine', '/fails', '/busy']);
  for (const path of ['/fine', '/fails', '/busy'])
    await vi.waitFor(
      async () => expect((await log(path)).filter(({ state }) => state !== 'delivered')).toEqual([]),
      { ...DRILL_WAIT, interval: 1000 },
    );
  // The hanging one has two tries at once, and holds up only itself.
  expect((await log('/hangs')).filter(({ tries }) => tries.length === 0).length).toBeGreaterThan(EVENTS / 2);
});

it('sends nothing where redirects, private addresses and 410 lead', DRILL, async () => {
  receiver.answer('/redirects', status(302, { location: receiver.url('/elsewhere') }));
  receiver.answer('/gone', status(410));
  const { log, hooks } = await drill(['/fine', '/redirects', '/gone', '/private'], ['/fine', '/redirects']);
  expect(receiver.at('/elsewhere')).toEqual([]);
  expect(web.totals.requests).toBe(0);
  await vi.waitFor(
    async () => {
      const tries = (await log('/private')).map(({ tries: [latest] }) => latest?.problem);
      expect(new Set(tries)).toEqual(new Set(['The address is not on the public internet.']));
    },
    { ...DRILL_WAIT, interval: 1000 },
  );
  const { webhooks } = await call('webhooks');
  const disabled = webhooks.filter((view: { disabledReason: string | null }) => view.disabledReason !== null);
  expect(disabled).toMatchObject([{ id: hooks.get('/gone'), disabledReason: 'gone' }]);
});
