import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFor } from '#server/platform/database/database-turns.ts';
import { type EmailBench, type EmailCaller, openEmailBench } from './test-emails.ts';

const ITEMS = 5000;

let emails: EmailBench;
beforeAll(async () => {
  emails = await openEmailBench();
});
afterAll(() => emails.close());

/** A finished task; one of ten people wasn't found. */
async function finishedTask({ id: accountId }: EmailCaller): Promise<string> {
  const { database, clock } = emails.bench.deps;
  const id = randomUUID();
  const at = new Date(clock.now());
  await database.db.insertInto('task_lists').values({ id, account_id: accountId, created_at: at }).execute();
  await database.db
    .insertInto('tasks')
    .values({
      id,
      account_id: accountId,
      type: 'csv-extraction',
      status: 'completed',
      total: ITEMS,
      processed: ITEMS,
      finished_at: at,
    })
    .execute();
  await sql`
    insert into task_items (task_id, position, shard, input, status, found, row)
    select ${id}::uuid, n, 0, '{"first_name":"Zed","last_name":"Quark' || n || '","domain":"acme.com"}', 'settled', false,
      jsonb_build_object('first_name', 'Zed', 'last_name', 'Quark' || n, 'domain', 'acme.com', 'evidence', '[]'::jsonb,
        'reason', case when n % 10 = 0 then 'no-address-exists' else 'unknown' end)
    from generate_series(0, ${ITEMS - 1}::integer) n
  `.execute(database.db);
  return id;
}

describe('people to try again, and failed items to run again', () => {
  it('are looked for without making a user wait, however many accounts ask', async () => {
    const { database } = emails.bench.deps;
    const attackers = await Promise.all(Array.from({ length: 4 }, () => emails.signUp()));
    const tasks: [EmailCaller, string][] = [];
    for (const attacker of attackers) tasks.push([attacker, await finishedTask(attacker)]);
    let isOver = false;
    const attack = Promise.all(
      tasks.flatMap(([attacker, id]) => [
        attacker.get('email-known-more', { id }),
        attacker.post('task-retry', { id }),
      ]),
    ).finally(() => (isOver = true));
    const { kind } = database;
    const taken = () => (kind.engine === 'pglite' ? kind.used() : 0);
    // Their calls have begun.
    while (kind.engine === 'pglite' && taken() < 40) await new Promise((resume) => setTimeout(resume, 1));
    const before = taken();
    let answers = 0;
    for (; answers < 20; answers += 1) {
      await runFor('ada', () => database.db.selectFrom('accounts').select('id').limit(1).execute());
      expect([answers, isOver]).toEqual([answers, false]);
    }
    expect(taken() - before).toBeLessThanOrEqual(answers * 3);
    const replies = await attack;
    expect(replies.map(({ status }) => status)).toEqual(tasks.flatMap(() => [200, 409]));
  });
});
