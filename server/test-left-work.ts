import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { writeCellItem } from '#contract/list-run-cells.ts';
import { APOLLO_COLUMNS } from './people-orders/apollo-source.ts';
import { openRunQueue } from './people-orders/run-queue.ts';
import type { Database } from './platform/database/db.ts';
import { createLog } from './platform/log.ts';
import { createQueue, type Queue } from './platform/queue/queue.ts';
import { createSecretSealer } from './platform/sealed-secret.ts';
import { joinKeys, newSigningKeys, secretText } from './webhooks/signatures.ts';

/**
 * Work as processes of earlier versions leave it when they are killed, written as those versions did: into tables that lack
 * what came later. Each account starts with CREDITS.
 */

export const CREDITS = 100;
type Db = Database['db'];

/** A new account that has spent `spent` of its credits, of which `work` has the entries. */
export async function leaveAccount(db: Db, name: string, spent: number): Promise<string> {
  const id = randomUUID();
  await sql`insert into accounts (id, email, balance, credits_used)
    values (${id}, ${`${name}@example.com`}, ${CREDITS - spent}, ${spent})`.execute(db);
  await sql`insert into credit_entries (account_id, amount, reason) values (${id}, ${CREDITS}, 'sign-up')`.execute(
    db,
  );
  await sql`insert into credit_lines (account_id, kind, reason, amount)
    values (${id}, 'balance', 'sign-up', ${CREDITS})`.execute(db);
  if (spent > 0)
    await sql`insert into credit_quarters (account_id, quarter, used)
      values (${id}, date_bin('15 minutes', now(), timestamptz '2000-01-01 00:00:00Z'), ${spent})`.execute(
      db,
    );
  return id;
}

/** A task whose first items have these rows, for a credit each. The others wait in shards 1 and 2. Returns its ID. */
export async function leaveTask(
  db: Db,
  accountId: string,
  work: { type: string; inputs: readonly string[]; rows: readonly object[]; options?: object; name?: string },
): Promise<string> {
  const { type, inputs, rows, options = {}, name = '' } = work;
  const id = randomUUID();
  const done = rows.length;
  const bytes = rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0);
  await sql`insert into task_lists (id, account_id, items, bytes, created_at, state)
    values (${id}, ${accountId}, ${inputs.length}, ${inputs.join('').length}, now(), 'started')`.execute(db);
  await sql`insert into tasks (id, account_id, type, status, total, processed, found, credits_used, row_bytes, started_at,
      options, name)
    values (${id}, ${accountId}, ${type}, 'processing', ${inputs.length}, ${done}, ${done}, ${done}, ${bytes}, now(),
      ${JSON.stringify(options)}::jsonb, ${name})`.execute(db);
  for (const [position, input] of inputs.entries()) {
    const row = rows[position];
    await sql`insert into task_items (task_id, position, shard, input, status, row, found, charge, settled_at)
      values (${id}, ${position}, ${row ? 0 : 1 + (position % 2)}, ${input}, ${row ? 'settled' : 'pending'},
        ${row ? JSON.stringify(row) : null}::jsonb, ${row !== undefined}, ${row ? 1 : 0}, ${row ? new Date() : null})`.execute(
      db,
    );
    if (row)
      await sql`insert into credit_entries (account_id, amount, reason, spent, task_id, item_position)
        values (${accountId}, -1, ${type}, true, ${id}, ${position})`.execute(db);
  }
  await sql`insert into credit_lines (account_id, kind, reason, task_id, amount)
    values (${accountId}, ${type}, ${type}, ${id}, ${-done})`.execute(db);
  await sql`insert into task_days (account_id, day, type, processed, found)
    values (${accountId}, (now() at time zone 'utc')::date, ${type}, ${done}, ${done})`.execute(db);
  return id;
}

const STEP = {
  id: 'domains',
  kind: 'tool',
  name: 'Domain',
  conditions: [],
  tries: [{ tool: 'company-to-domain', options: {}, inputs: { company: 'Company' }, accepts: [] }],
  outputs: [{ field: 'domain', column: 'Domain' }],
};

/** A list whose step has found the domain of the first company, and runs for the others. */
export async function leaveListRun(db: Db, accountId: string, companies: readonly string[]) {
  const list = randomUUID();
  const field = (id: string, role: string, rest: object) => ({ id, name: id, role, step: null, ...rest });
  const fields = [
    field('Company', 'company', { type: 'text', field: null }),
    field('Domain', 'domain', { type: 'url', step: STEP.id, field: 'domain' }),
  ];
  const cells = companies.map((Company, at) =>
    at === 0 ? { Company, Domain: 'found.example' } : { Company },
  );
  const bytes = cells.map((each) => JSON.stringify(each).length);
  await sql`insert into lists (id, account_id, kind, source, name, columns, rows, bytes, created_at, updated_at, fields, steps)
    values (${list}, ${accountId}, 'own', 'own', 'Companies', '["Company", "Domain"]', ${companies.length},
      ${bytes.reduce((sum, each) => sum + each, 0)}, now(), now(), ${JSON.stringify(fields)}::jsonb,
      ${JSON.stringify([STEP])}::jsonb)`.execute(db);
  const rows: number[] = [];
  for (const [at, each] of cells.entries()) {
    const added = await sql<{
      id: string;
    }>`insert into list_rows (list_id, cells, bytes, added_at, updated_at)
      values (${list}, ${JSON.stringify(each)}::jsonb, ${bytes[at]}, now(), now()) returning id`.execute(db);
    rows.push(Number(added.rows[0]?.id));
  }
  const task = await leaveTask(db, accountId, {
    type: 'lead-enrichment',
    inputs: rows.map((row, at) => writeCellItem({ row, step: STEP.id, name: STEP.name, line: at + 1 })),
    rows: [{ row: rows[0], step: STEP.id, status: 'done', note: null }],
    options: { list },
    name: 'Companies: Domain',
  });
  await sql`insert into list_runs (task_id, list_id, account_id, steps, started_at)
    values (${task}, ${list}, ${accountId}, ${JSON.stringify([STEP])}::jsonb, now())`.execute(db);
  const tries = [
    {
      tool: 'company-to-domain',
      verdict: null,
      found: true,
      failed: false,
      accepted: true,
      charge: 1,
      text: '',
      row: {},
    },
  ];
  for (const [at, row] of rows.entries())
    await (at === 0
      ? sql`insert into list_cells (list_id, row_id, step, status, answered_by, tries, charge, worked_at, task_id)
          values (${list}, ${row}, ${STEP.id}, 'done', 0, ${JSON.stringify(tries)}::jsonb, 1, now(), ${task})`
      : sql`insert into list_cells (list_id, row_id, step, queued_by) values (${list}, ${row}, ${STEP.id}, ${task})`
    ).execute(db);
  return { list, task };
}

/** An export of `leads` leads that were paid for, of which only `sent` were sent. */
export async function leaveExport(db: Db, accountId: string, leads: number, sent: number): Promise<string> {
  const [id, call] = [randomUUID(), 'leadrocks-lead-export'];
  await sql`insert into lead_exports (id, account_id, lead_database, leads, sent, from_balance, created_at, touched_at)
    values (${id}, ${accountId}, 'leadrocks', ${leads}, ${sent}, true, now(), now())`.execute(db);
  await sql`insert into credit_entries (account_id, amount, reason, spent, export_id)
    values (${accountId}, ${-leads}, ${call}, true, ${id})`.execute(db);
  await sql`insert into credit_lines (account_id, kind, reason, export_id, amount)
    values (${accountId}, ${call}, ${call}, ${id}, ${-leads})`.execute(db);
  await sql`update accounts set monthly_exports = ${leads} where id = ${accountId}`.execute(db);
  return id;
}

/** A paid order of `records` people at Apollo, of which `stored` are in its file. A killed worker holds its run. */
export async function leaveOrder(
  { db }: Pick<Database, 'db'>,
  queue: Queue,
  accountId: string,
  order: {
    url: string;
    records: number;
    cents: number;
    stored: readonly { id: string; first_name: string }[];
  },
): Promise<string> {
  const { url, records, cents, stored } = order;
  const id = randomUUID();
  await sql`insert into orders (id, account_id, product, mode, quantity, amount_cents, params, source, status, success_url,
      cancel_url, run_at, settled_at)
    values (${id}, ${accountId}, 'apollo_scraper', 'payment', 1, ${cents}, ${JSON.stringify({ url, records })}::jsonb, 'test',
      'paid', '', '', now(), now())`.execute(db);
  const csv = stored
    .map(
      ({ first_name }) =>
        `${APOLLO_COLUMNS.map((column) => (column === 'first_name' ? first_name : '')).join(',')}\r\n`,
    )
    .join('');
  await sql`insert into people_runs (order_id, account_id, source, status, holder, version, columns, cursor, chunks, records,
      created_at)
    values (${id}, ${accountId}, 'apollo', 'running', ${randomUUID()}, 'apollo/true', ${JSON.stringify(APOLLO_COLUMNS)}::jsonb,
      ${`1/${stored.length}`}, 1, ${stored.length}, now())`.execute(db);
  await sql`insert into people_run_chunks (order_id, seq, records, keys, csv)
    values (${id}, 0, ${stored.length}, ${stored.map((person) => person.id)}, ${Buffer.from(csv)})`.execute(
    db,
  );
  const runs = await openRunQueue({ queue });
  await runs.add([{ job: { orderId: id } }]);
  await runs.take(1);
  return id;
}

/** A webhook with an event that waits for its next try, and one that a killed process was sending. */
export async function leaveDeliveries(db: Db, accountId: string, url: string, secret: string) {
  const [id, keys] = [randomUUID(), newSigningKeys()];
  const sealed = createSecretSealer(secret, 'webhook').seal(joinKeys(keys), id);
  await sql`insert into webhook_endpoints (id, account_id, name, url, events, keys, created_at)
    values (${id}, ${accountId}, '', ${url}, ${['list.rows_added']}, ${sealed}, now())`.execute(db);
  for (const [at, isQueued] of [false, true].entries()) {
    const event = `msg_${at}`;
    await sql`insert into webhook_events (id, account_id, type, data, path, created_at)
      values (${event}, ${accountId}, 'list.rows_added', ${JSON.stringify({ added: at })}, '/dashboard/lists', now())`.execute(
      db,
    );
    await sql`insert into webhook_deliveries (account_id, event_id, endpoint_id, tries, next_at, queued, created_at)
      values (${accountId}, ${event}, ${id}, 1, now() - interval '1 minute', ${isQueued}, now())`.execute(db);
  }
  return { webhook: id, secret: secretText(keys) };
}

/** A schedule whose time came while no process ran, and one whose run works the task `running`. */
export async function leaveSchedules(db: Db, accountId: string, items: readonly string[], running: string) {
  const add = async (name: string, nextAt: string) => {
    const work = { kind: 'tool', type: 'website-extraction', options: {}, items };
    const { rows } = await sql<{ id: string }>`
      insert into schedules (account_id, name, work, cap, every, hour, time_zone, mails, next_at, created_at)
      values (${accountId}, ${name}, ${JSON.stringify(work)}::jsonb, 50, 'day', 9, 'UTC', false,
        now() + ${nextAt}::interval, now()) returning id`.execute(db);
    return rows[0]?.id ?? '';
  };
  const [due, started] = [await add('Due', '-1 hour'), await add('Started', '1 day')];
  await sql`insert into schedule_runs (account_id, schedule_id, state, task_id, started_at, retry_at)
    values (${accountId}, ${started}, 'running', ${running}, now(), now())`.execute(db);
  return { due, started };
}

/** Runs `work` with the queue of a process that is killed afterwards: its jobs stay taken. */
export async function withKilledQueue(
  database: Database,
  work: (queue: Queue) => Promise<void>,
): Promise<void> {
  const queue = createQueue(database, createLog('silent'));
  await queue.start();
  await work(queue);
  await queue.stop({ graceful: false });
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`.execute(
    database.db,
  );
}
