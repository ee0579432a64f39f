import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { reportFigure } from '../figures.ts';

/**
 * `npm run bench:users [-- --users 100 --requests 20]`: people who use pages of the embedded server at once. Each asks for
 * the account and the tasks, like a page does, again and again. Compares the slowest twentieth with the same requests of one
 * person.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { users: { type: 'string', default: '100' }, requests: { type: 'string', default: '20' } },
});
const PASSWORD = 'correct horse battery';
const CALLS = ['/functions/v1/account', '/rest/v1/tasks?select=*&limit=10', '/functions/v1/account'];
const SIGN_UPS_AT_ONCE = 4;
const Session = z.object({ access_token: z.string() });

const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-users-'));
const server = await startLeadwell({ dataDir, asInProduction: true, env: { LOG_LEVEL: 'warn' } });
try {
  const count = Number(values.users);
  const tokens: string[] = [];
  for (let from = 0; from < count; from += SIGN_UPS_AT_ONCE) {
    const some = Array.from({ length: Math.min(SIGN_UPS_AT_ONCE, count - from) }, (_, n) => signUp(from + n));
    tokens.push(...(await Promise.all(some)));
  }
  await load(tokens.slice(0, 1));
  const alone = await load(tokens.slice(0, 1));
  const together = await load(tokens);
  const [ofOne, ofAll] = [share(alone, 0.5), share(together, 0.95)];
  process.stdout.write(
    `one person: ${ofOne.toFixed(1)} ms (median); ${count} people at once: ${share(together, 0.5).toFixed(0)} ms (median), ${ofAll.toFixed(0)} ms (p95)\n`,
  );
  reportFigure(`users: p95 of ${count} / median of one`, ofAll / ofOne, 'lower');
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function signUp(number: number): Promise<string> {
  const reply = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: 'leadwell-public', 'content-type': 'application/json' },
    body: JSON.stringify({ email: `person${number}@example.com`, password: PASSWORD }),
  });
  return Session.parse(await reply.json()).access_token;
}

/** Sends the requests of everyone at once, each person one after the other. Returns their times in ms. */
async function load(tokens: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    tokens.map(async (token) => {
      for (let request = 0; request < Number(values.requests); request += 1) {
        const at = performance.now();
        const path = CALLS[request % CALLS.length] ?? '';
        const reply = await fetch(server.url + path, {
          headers: { apikey: 'leadwell-public', authorization: `Bearer ${token}` },
        });
        await reply.text();
        if (!reply.ok) throw new Error(`${path} failed with status ${reply.status}.`);
        times.push(performance.now() - at);
      }
    }),
  );
  return times.sort((a, b) => a - b);
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
