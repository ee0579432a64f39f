import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import type { EmailRow } from '#contract/emails.ts';
import { dotted, person } from '../../e2e/fixtures/mail-world/firms.ts';
import { startMailWorld } from '../../e2e/fixtures/mail-world/mail-world.ts';

const PEOPLE = 1000;
const DOMAINS = 50;
const KILLS = 2;

/** A server's worker on its data folder; starts the task of `csv` when there is none, says how far it is and what it knows. */
const PROCESS = `
  const [, environment, root, csv] = process.argv;
  const load = (path) => import(root + path);
  const { parseConfig } = await load('server/config.ts');
  const { openDeps } = await load('server/deps.ts');
  const { startTask } = await load('server/tasks/start-task.ts');
  const { startWorker } = await load('server/tasks/worker/worker.ts');
  const { createAccount } = await load('server/accounts/account.ts');
  const { transaction } = await load('server/platform/db.ts');
  const { readPersonFile } = await load('server/emails/person-file.ts');
  const { emailShardKey } = await load('tools/email-finder/email-request.ts');
  const deps = await openDeps(parseConfig({ LOG_LEVEL: 'error', ...JSON.parse(environment) }));
  const { db } = deps.database;
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  const verdicts = await db.selectFrom('email_addresses').select('address').where('status', '!=', 'unknown').execute();
  say({ verdicts: verdicts.map(({ address }) => address), processed: 0 });
  let task = await db.selectFrom('tasks').selectAll().executeTakeFirst();
  if (!task) {
    const { id } = await transaction(db, (tx) => createAccount(tx, deps, {
      email: 'p@example.com', passwordHash: 'none', userMetadata: {}, now: new Date(), firstCredits: 1000, reason: 'sign-up',
    }));
    const file = await readPersonFile({ csv_content: csv });
    task = await startTask(deps, { accountId: id, type: 'csv-extraction', claim: null, shardKey: emailShardKey, ...file });
  }
  await startWorker(deps);
  for (;;) {
    const { status, processed } = await db.selectFrom('tasks').select(['status', 'processed']).executeTakeFirstOrThrow();
    say({ status, processed });
    if (status !== 'processing') break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const items = await db.selectFrom('task_items').select(['row', 'charge']).orderBy('position').execute();
  const rows = items.map(({ row }) => ({ first_name: row?.first_name, last_name: row?.last_name, status: row?.status }));
  const end = { status: 'ended', processed: items.length, rows, charges: items.map(({ charge }) => charge) };
  process.stdout.write(JSON.stringify(end) + '\\n', () => process.exit(0));
`;

interface Said {
  status?: string;
  processed: number;
  verdicts?: string[];
  rows?: Pick<EmailRow, 'first_name' | 'last_name' | 'status'>[];
  charges?: number[];
}

const root = new URL('../../', import.meta.url).href;
const folders: string[] = [];
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-finder-'));
  folders.push(folder);
  return folder;
}

/** Runs the process, kills it when so many rows are settled, and answers the first and the last thing it said. */
async function run(
  environment: Record<string, string>,
  csv: string,
  killAt = Number.POSITIVE_INFINITY,
): Promise<{ first: Said; last: Said }> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', PROCESS, JSON.stringify(environment), root, csv],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  const exited = once(child, 'exit');
  let first: Said | undefined;
  let last: Said | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    last = JSON.parse(line) as Said;
    first ??= last;
    if (last.processed >= killAt) child.kill('SIGKILL');
  }
  await exited;
  if (!first || !last) throw new Error('The process said nothing.');
  return { first, last };
}

it('killed in the middle of 1,000 rows, ends with each row once and asks nobody again who had a verdict', async () => {
  const world = await startMailWorld(
    Array.from({ length: DOMAINS }, (_, n) => ({
      name: `firm-${n}.com`,
      about: 'everybody is first.last, every fourth is not there',
      mailboxes: Array.from({ length: PEOPLE }, (_, at) => at)
        .filter((at) => at % DOMAINS === n && at % 4 !== 3)
        .map((at) => dotted(person(at))),
      smtp: { replyDelayMs: 2 },
    })),
  );
  const environment = {
    DATA_DIR: newFolder(),
    DNS_SERVERS: world.dnsServer,
    SMTP_PORT: String(world.port),
    ALLOW_PRIVATE_NETWORK: '1',
    EMAIL_BATCH_PAUSE_MS: '20',
  };
  const people = Array.from({ length: PEOPLE }, (_, at) => person(at));
  const csv = `first_name,last_name,domain\n${people.map(({ first, last }, at) => `${first},${last},firm-${at % DOMAINS}.com`).join('\n')}`;
  /** Sessions that a killed process had end with it, so a new one has sessions of its own. */
  const sessions = () => [...world.logs].map(([domain, log]) => [domain, log.sessions.length] as const);
  const askedSince = (marks: ReadonlyMap<string, number>) =>
    [...world.logs].flatMap(([domain, log]) =>
      log.sessions.slice(marks.get(domain) ?? 0).flatMap(({ recipients }) => recipients),
    );
  let before = new Map(sessions());
  let end: Said | undefined;
  for (let start = 0; start <= KILLS; start += 1) {
    const killAt = start < KILLS ? (PEOPLE / (KILLS + 1)) * (start + 1) : Number.POSITIVE_INFINITY;
    const { first, last } = await run(environment, csv, killAt);
    const verdicts = new Set(first.verdicts);
    if (start > 0) expect(verdicts.size).toBeGreaterThan(100);
    expect(askedSince(before).filter((address) => verdicts.has(address))).toEqual([]);
    before = new Map(sessions());
    end = last;
  }
  expect(end?.status).toBe('ended');
  expect(end?.rows?.map((row) => [row.first_name, row.last_name, row.status])).toEqual(
    people.map(({ first, last }, at) => [first, last, at % 4 === 3 ? 'undeliverable' : 'deliverable']),
  );
  expect(end?.charges).toEqual(people.map(() => 1));
  await world.close();
}, 180_000);

it('takes longer than its time when all it does is wait', async () => {
  const world = await startMailWorld([
    { name: 'grey.com', about: 'greylists', mailboxes: [dotted(person(0))], smtp: { greylist: 1 } },
  ]);
  const { last } = await run(
    {
      DATA_DIR: newFolder(),
      DNS_SERVERS: world.dnsServer,
      SMTP_PORT: String(world.port),
      ALLOW_PRIVATE_NETWORK: '1',
      TASK_TIME_BUDGET_MS: '2500',
      GREYLIST_RETRY_MS: '7000',
    },
    `first_name,last_name,domain\n${person(0).first},${person(0).last},grey.com`,
  );
  expect(last.rows?.[0]).toMatchObject({ status: 'deliverable' });
  await world.close();
}, 60_000);
