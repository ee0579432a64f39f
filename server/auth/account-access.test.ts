import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PERSONAL_DATA } from '../account-closing.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { ACCESS_HOLDERS, endAccess } from './account-access.ts';

/** Columns that keep something that opens an account, or a digest of it. */
const SECRET_COLUMN = '(^|_)(hash|token|secret|code|password|ticket|counter|key|link|subject)(_hash)?$';

/** Columns that say when something starts again, or which API key pays for it. */
const WORK_COLUMN = '^(auto_|next_at$|paused_at$|(.*_)?key_id$)';

/** Tables with such columns that give no access, or that ending access must leave. */
const LEFT: Readonly<Record<string, string>> = {
  accounts: 'The password is a proof of its owner. The operator replaces it.',
  activation_codes: 'Connects only extensions of a plan. Its owner replaces it.',
  auth_secret: 'The key of stored hashes and secrets, encrypted.',
  companies: 'Names of companies.',
  lead_exports: 'Each is of one request.',
  lead_saves: 'Each is of one request. What repeats it is in schedules.',
  former_emails: 'Hashes of addresses, to refuse a second trial.',
  given_addresses: 'Addresses that were delivered, and which key paid.',
  idempotency_keys: 'The answer to a repeated request, which needs access itself.',
  list_cells: 'Hashes of what a step of a list read.',
  list_runs: 'Each was started once. What starts them again is in its list.',
  list_row_keys: 'What makes a row of a list unique.',
  oauth_grants: 'Renews an API key, and only as long as that one works.',
  openid_flows: 'An unfinished login at a provider. To connect one needs a session, too.',
  opt_outs: 'Hashes of people who opted out.',
  recovery_codes: 'A second factor alone opens nothing.',
  second_factors: 'A second factor alone opens nothing.',
  tasks: 'Each was started once. Its owner can stop it.',
  trial_claims: 'Hashes of addresses and cards, to refuse a second trial.',
  webhook_deliveries: 'Go only to endpoints that are enabled.',
};

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function undeclared(): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select distinct table_name as "table" from information_schema.columns
    where table_schema = 'public' and (column_name ~ ${SECRET_COLUMN} or column_name ~ ${WORK_COLUMN}) order by 1
  `.execute(database.db);
  return rows.map(({ table }) => table).filter((table) => !(table in ACCESS_HOLDERS) && !(table in LEFT));
}

it('knows every table with tokens, or with work that starts by itself', async () => {
  expect(await undeclared()).toEqual([]);
  await sql`create table door_keys (account_id uuid, token_hash text)`.execute(database.db);
  expect(await undeclared()).toEqual(['door_keys']);
  await sql`drop table door_keys`.execute(database.db);
  for (const column of ['next_at timestamptz', 'auto_cap integer', 'api_key_id uuid']) {
    await sql`create table errands (account_id uuid, ${sql.raw(column)})`.execute(database.db);
    expect(await undeclared()).toEqual(['errands']);
    await sql`drop table errands`.execute(database.db);
  }
});

it('is deleted with the account', () => {
  const deleted = PERSONAL_DATA.flatMap((data) => (data.kind === 'field' ? [] : [data.table]));
  expect(deleted).toEqual(expect.arrayContaining(Object.keys(ACCESS_HOLDERS)));
});

/** An account with one of everything that gives access. Returns its ID and that of its session. */
async function openAccount(email: string): Promise<{ id: string; session: string }> {
  const { db } = database;
  const [account, at] = [{ email, balance: 0 }, new Date()];
  const { id } = await db.insertInto('accounts').values(account).returning('id').executeTakeFirstOrThrow();
  const sessions = db.insertInto('sessions').values([{ account_id: id }, { account_id: id }] as never);
  const [session] = await sessions.returning('id').execute();
  await sql`insert into identities (account_id, provider, issuer, subject, created_at)
    values (${id}, 'google', 'https://accounts.google.com', ${email}, ${at})`.execute(db);
  await sql`insert into second_factor_tickets (ticket_hash, account_id, method, expires_at)
    values (${email}, ${id}, 'password', ${at})`.execute(db);
  await sql`insert into one_time_tokens (purpose, email, account_id, code_hash, created_at, expires_at)
    values ('recovery', ${email}, ${id}, 'x', ${at}, ${at})`.execute(db);
  await sql`insert into api_keys (account_id, name, key_hash, prefix, scopes, spent_month, created_at)
    values (${id}, 'key', ${email}, 'lwk_', '{read}', '2026-11', ${at})`.execute(db);
  await sql`insert into oauth_codes (code_hash, account_id, client_id, redirect_uri, challenge, key_name, scopes,
      monthly_budget, key_expires_at, created_at, expires_at)
    values (${email}, ${id}, 'c', 'https://a.example', 'x', 'app', '{read}', 1, ${at}, ${at}, ${at})`.execute(
    db,
  );
  await sql`insert into devices (account_id, token_hash, site, name, created_at, last_used_at)
    values (${id}, ${email}, 'clutch', 'browser', ${at}, ${at})`.execute(db);
  await sql`insert into webhook_endpoints (account_id, name, url, events, keys, created_at)
    values (${id}, 'hook', 'https://example.com', '{task.completed}', 'x', ${at})`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into lists (account_id, kind, source, name, columns, auto_cap, created_at, updated_at)
    values (${id}, 'own', '', 'list', '[]', 5, ${at}, ${at}) returning id
  `.execute(db);
  await sql`insert into list_inboxes (id, list_id, account_id, sealed, created_at)
    values (gen_random_uuid(), ${rows[0]?.id}, ${id}, 'x', ${at})`.execute(db);
  await sql`insert into bounce_inboxes (account_id, token_hash, token, created_at)
    values (${id}, ${email}, 'x', ${at})`.execute(db);
  await sql`insert into schedules (account_id, name, work, cap, every, hour, time_zone, mails, next_at, created_at)
    values (${id}, 'daily', '{"kind": "list"}', 1, 'day', 8, 'UTC', false, ${at}, ${at})`.execute(
    database.db,
  );
  return { id, session: session?.id ?? '' };
}

/** Tables whose rows stay when they give no access anymore. */
const stillOpen: Readonly<Record<string, ReturnType<typeof sql>>> = {
  api_keys: sql`and revoked_at is null`,
  webhook_endpoints: sql`and disabled_at is null`,
  lists: sql`and auto_cap is not null and auto_wait is null`,
  schedules: sql`and paused_at is null`,
};

/** How many rows of each kind give access. */
async function open(accountId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(ACCESS_HOLDERS)) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)}
      where account_id = ${accountId} ${stillOpen[table] ?? sql``}
    `.execute(database.db);
    counts[table] = rows[0]?.n ?? 0;
  }
  return counts;
}

const ALL = {
  sessions: 2,
  second_factor_tickets: 1,
  oauth_codes: 1,
  one_time_tokens: 1,
  identities: 1,
  api_keys: 1,
  devices: 1,
  list_inboxes: 1,
  bounce_inboxes: 1,
  webhook_endpoints: 1,
  lists: 1,
  schedules: 1,
};
it.each([
  ['log-out', { ...ALL, sessions: 0, second_factor_tickets: 0, oauth_codes: 0 }],
  ['new-password', { ...ALL, sessions: 0, second_factor_tickets: 0, oauth_codes: 0, one_time_tokens: 0 }],
  [
    'takeover',
    {
      sessions: 0,
      second_factor_tickets: 0,
      oauth_codes: 0,
      one_time_tokens: 0,
      identities: 0,
      api_keys: 0,
      devices: 0,
      list_inboxes: 0,
      bounce_inboxes: 0,
      webhook_endpoints: 0,
      lists: 0,
      schedules: 0,
    },
  ],
] as const)('ends by its cause, in one account: %s', async (cause, left) => {
  const ada = await openAccount(`ada-${cause}@example.com`);
  const bob = await openAccount(`bob-${cause}@example.com`);
  await endAccess(database.db, ada.id, { cause, now: new Date(), keepSession: ada.session });
  expect(await open(ada.id)).toEqual({ ...left, sessions: 1 });
  await endAccess(database.db, ada.id, { cause, now: new Date() });
  expect(await open(ada.id)).toEqual(left);
  expect(await open(bob.id)).toEqual(ALL);
});
