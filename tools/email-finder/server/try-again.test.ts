import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoredMemory } from './email-memory.ts';
import { type EmailBench, openEmailBench } from './test-emails.ts';

let emails: EmailBench;
beforeAll(async () => {
  emails = await openEmailBench();
});
afterAll(() => emails.close());

const SAVE = {
  name: 'Found people',
  rows: 'found',
  listId: null,
  state: 'done',
  added: 0,
  updated: 0,
  refused: 0,
  tooLarge: 0,
  problem: null,
};

it("counts people worth another try, however many others weren't found before them, and saves them as the others", async () => {
  const { deps } = emails.bench;
  const { id: accountId, get, post } = await emails.signUp();
  const at = new Date(deps.clock.now());
  const id = randomUUID();
  const total = 2300;
  await deps.database.db
    .insertInto('task_lists')
    .values({ id, account_id: accountId, created_at: at })
    .execute();
  await deps.database.db
    .insertInto('tasks')
    .values({
      id,
      account_id: accountId,
      type: 'csv-extraction',
      status: 'completed',
      total,
      processed: total,
      finished_at: at,
      save: JSON.stringify(SAVE),
    })
    .execute();
  await sql`
    insert into task_items (task_id, position, shard, input, status, found, row)
    select ${id}::uuid, n, 0, jsonb_build_object('first_name', 'Zed', 'last_name', 'Quark' || n, 'domain', domain)::text, 'settled',
      false, jsonb_build_object('first_name', 'Zed', 'last_name', 'Quark' || n, 'domain', domain, 'evidence', '[]'::jsonb,
        'reason', 'no-address-exists')
    from (
      select n, case when n < 2290 then 'unknown.example' when n % 2 = 0 then 'https://www.Learned.example/team'
        else 'learned.example' end as domain
      from generate_series(0, ${total - 1}::integer) n
    ) people
  `.execute(deps.database.db);
  await createStoredMemory(deps).remember([
    {
      kind: 'address',
      address: 'annlee@learned.example',
      domain: 'learned.example',
      pattern: 'firstlast',
      status: 'deliverable',
      reason: 'accepted',
      mailHost: null,
    },
  ]);
  expect(await (await get('email-known-more', { id })).json()).toEqual({ people: 10, free: true });
  const again = (await (await post('email-try-again', { id })).json()) as { save: unknown };
  expect(again.save).toEqual({ ...SAVE, state: 'waiting' });
});
