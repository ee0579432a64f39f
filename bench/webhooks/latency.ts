import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { startWebhookReceiver } from '../../server/webhooks/test-receiver.ts';
import { reportFigure } from '../figures.ts';

/**
 * `npm run bench:webhooks [-- --events 200]`: how long an event takes from the request that commits it to its receiver, on
 * the embedded server: with one receiver, and with a second webhook of the account whose receiver never answers. The time
 * counts from when the request is sent, so it has the request in it.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { events: { type: 'string', default: '200' } },
});
const EVENTS = Number(values.events);
const PAUSE_MS = 50;
const Session = z.object({ access_token: z.string() });
const Body = z.object({ data: z.object({ listId: z.string() }) });

const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-webhooks-'));
const env = { LOG_LEVEL: 'warn', ALLOW_PRIVATE_NETWORK: '1' };
const server = await startLeadwell({ dataDir, asInProduction: true, env });
const receiver = await startWebhookReceiver();
// Two events at once go to one site, so that the one that hangs is another.
const hanging = await startWebhookReceiver();
try {
  const arrived = new Map<string, (at: number) => void>();
  receiver.answer('/fine', (response, { body }) => {
    arrived.get(Body.parse(JSON.parse(body)).data.listId)?.(performance.now());
    response.writeHead(204).end();
  });
  hanging.answer('/hangs', () => {});
  const token = await signUp();
  await call(token, 'webhook-create', { url: receiver.url('/fine'), events: ['list.rows_added'] });
  await measure(token, arrived, EVENTS / 10);
  const alone = await measure(token, arrived, EVENTS);
  await call(token, 'webhook-create', { url: hanging.url('/hangs'), events: ['list.rows_added'] });
  const beside = await measure(token, arrived, EVENTS);
  print('one receiver', alone);
  print(`beside one that hangs, with ${hanging.at('/hangs').length} requests`, beside);
  reportFigure(
    'webhooks: p95 beside a hanging receiver / alone',
    share(beside, 0.95) / share(alone, 0.95),
    'lower',
  );
} finally {
  await server.stop();
  await Promise.all([receiver.close(), hanging.close()]);
  rmSync(dataDir, { recursive: true, force: true });
}

async function signUp(): Promise<string> {
  const reply = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: 'leadwell-public', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'person@example.com', password: 'correct horse battery' }),
  });
  return Session.parse(await reply.json()).access_token;
}

async function call(token: string, name: string, body: object): Promise<unknown> {
  const reply = await fetch(`${server.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: 'leadwell-public',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${name} failed: ${await reply.text()}`);
  return reply.json();
}

/** Adds a row to a list for each event, one after the other. Returns the times to the receiver in ms, sorted. */
async function measure(
  token: string,
  arrived: Map<string, (at: number) => void>,
  count: number,
): Promise<number[]> {
  const list = { name: `List ${arrived.size}`, columns: [{ name: 'Email' }], keyColumn: 'Email' };
  const { id } = z.object({ id: z.string() }).parse(await call(token, 'list-create', list));
  const times: number[] = [];
  for (let event = 0; event < count; event += 1) {
    const arrival = new Promise<number>((resolve) => arrived.set(id, resolve));
    const sent = performance.now();
    await call(token, 'list-add-rows', { id, rows: [{ Email: `${event}@example.com` }] });
    times.push((await arrival) - sent);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return times.sort((a, b) => a - b);
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function print(name: string, times: readonly number[]): void {
  const [p50, p95, most] = [share(times, 0.5), share(times, 0.95), share(times, 1)];
  process.stdout.write(
    `${name}: ${p50.toFixed(0)} ms (median), ${p95.toFixed(0)} ms (p95), ${most.toFixed(0)} ms (longest) of ${times.length} events\n`,
  );
}
