import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { addressKeys } from '../bounce-data/address-key.ts';
import { storeBounced } from '../bounce-data/bounced-addresses.ts';
import type { Db } from '../platform/database/db.ts';
import { transaction } from '../platform/database/db.ts';
import type { TestDeps } from '../test-deps.ts';

/** Texts that all spellings of the person have, once dots and spaces between digits are gone. */
export const NEEDLES = ['quietjane', 'quiet-jane-9', '15155501779'] as const;
export const PERSON = [
  'quietjane@firm.example',
  'https://www.linkedin.com/in/quiet-jane-9',
  '+49 151 55501779',
];

const EMAIL = 'quietjane@firm.example';

/** Leaves the person where no task, list or lead has her: schedules, logs, caches, bounces, waiting work and files. */
export async function plantTraces(deps: TestDeps, accountId: string): Promise<void> {
  const { db } = deps.database;
  const at = new Date(deps.clock.now());
  const work = { kind: 'tool', type: 'csv-extraction', options: {} };
  for (const items of [[EMAIL, 'ben@noisy.example'], ['linkedin.com/in/Quiet-Jane-9']])
    await db
      .insertInto('schedules')
      .values({
        account_id: accountId,
        name: 'Watch',
        work: JSON.stringify({ ...work, items }),
        cap: 1,
        every: 'day',
        hour: 9,
        time_zone: 'UTC',
        mails: false,
        next_at: at,
        created_at: at,
      })
      .execute();
  await db
    .insertInto('email_addresses')
    .values({
      address: EMAIL,
      status: 'deliverable',
      reason: 'accepted',
      mail_host: null,
      until: new Date(at.getTime() + 1e9),
    })
    .execute();
  const key = addressKeys(deps)(EMAIL);
  const until = new Date(at.getTime() + 1e9);
  await transaction(db, (tx) => storeBounced(tx, [{ key, kind: 'hard', until }], at));
  await db
    .insertInto('admin_log')
    .values({ action: 'test', address: '192.0.2.1', accepted: true, detail: `For ${EMAIL}` })
    .execute();
  await deps.queue.createQueue('planted');
  await deps.queue.send('planted', { to: EMAIL });
  mkdirSync(join(deps.config.DATA_DIR, 'outbox'), { recursive: true });
  writeFileSync(join(deps.config.DATA_DIR, 'outbox', 'planted.eml'), `To: ${EMAIL}\r\n\r\nHello`);
}

/** The needles in any row of any table of the database, also the queue's, as "list_rows: quietjane". */
export async function needlesInTables(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(db);
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select lower(t::text) as text from ${sql.table(`${schema}.${name}`)} t
    `.execute(db);
    const text = rows.map((row) => withBytes(row.text)).join('\n');
    for (const needle of NEEDLES) if (hasNeedle(text, needle)) found.push(`${name}: ${needle}`);
  }
  return found.sort();
}

/** The needles in any file of a folder, byte by byte. Files of the engine compress only what repeats. */
export function needlesInFiles(folder: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    const text = readFileSync(path, 'latin1').toLowerCase();
    for (const needle of NEEDLES) if (hasNeedle(text, needle)) found.push(`${entry}: ${needle}`);
  }
  return found.sort();
}

function hasNeedle(text: string, needle: string): boolean {
  if (text.includes(needle)) return true;
  return /^\d+$/.test(needle) && text.replace(/(?<=\d)[ ()/.-]+(?=\d)/g, '').includes(needle);
}

/** Bytes in a row's text, "\\x416e6e", with what they say. */
function withBytes(text: string): string {
  return text.replace(/\\\\?x((?:[0-9a-f]{2})+)/g, (_, hex: string) =>
    Buffer.from(hex, 'hex').toString('utf8').toLowerCase(),
  );
}
