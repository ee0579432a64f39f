import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { LeadDatabase } from '#contract/leads.ts';
import type { Db } from '../platform/database/db.ts';
import { transaction } from '../platform/database/db.ts';
import { addMonths } from '../platform/months.ts';
import { endOfDay, FREE_MONTHS, freshUntil } from './earlier-exports.ts';
import { createKeySet, type KeySet, keysFromBytes, keysToBytes, type LeadKeys } from './lead-keys.ts';

/** An account that paid for a lead. */
export interface ExportedLead {
  accountId: string;
  database: LeadDatabase;
  /** the day of the export, YYYY-MM-DD */
  day: string;
  /** the account's exports of the database on that day; one of them had the lead */
  at: Date[];
}

/** Most blocks have at most 400 kB. */
const BLOCKS_PER_STEP = 50;
const BYTES_PER_STEP = 1024 * 1024;
/** The database looks for so few keys by itself. With more, it would read the bytes once for each. */
const FEW_KEYS = 8;
const DAY_MS = 86_400_000;

interface Block {
  id: number;
  account_id: string;
  lead_database: LeadDatabase;
  fresh_until: Date;
  keys: string;
  may_have: boolean;
}

/** The exports of leads with any of the keys, in steps: the blocks of an account say which leads, and the day. */
export async function* findExportsOf(db: Db, wanted: LeadKeys): AsyncGenerator<ExportedLead> {
  for await (const { account_id: accountId, lead_database: database, fresh_until } of blocksWith(
    db,
    wanted,
  )) {
    const until = endOfDay(fresh_until).getTime();
    const isOfBlock = (time: Date) => freshUntil(time).getTime() === until;
    const days = daysAbout(fresh_until);
    const [start = new Date(fresh_until)] = days.filter(isOfBlock);
    const between = { start: days[0] ?? start, end: days.at(-1) ?? start };
    const at = (await exportsBetween(db, { accountId, database, ...between })).filter(isOfBlock);
    yield { accountId, database, day: (at[0] ?? start).toISOString().slice(0, 10), at };
  }
}

/**
 * The middles of the days on which leads that are fresh until a time may have been exported. February 28 and 29 of a leap year have
 * the same end.
 */
function daysAbout(end: Date): Date[] {
  const about = endOfDay(addMonths(end, -FREE_MONTHS)).getTime() + DAY_MS / 2;
  return [-3, -2, -1, 0, 1].map((days) => new Date(about + days * DAY_MS));
}

/** The blocks with any of the keys. A statement reads few bytes, and few keys are compared with them. */
async function* blocksWith(db: Db, wanted: LeadKeys): AsyncGenerator<Omit<Block, 'keys' | 'may_have'>> {
  if (wanted.length === 0) return;
  const set = createKeySet(wanted);
  for (let after = 0; ; ) {
    // PGlite converts bytes one by one, so they are read as text, and of few keys only the blocks that may have one.
    const { rows } = await sql<Block>`
      with page as materialized (
        select *, (${mayHave(wanted)}) as may_have from (
          select *, sum(octet_length(keys)) over (order by id) - octet_length(keys) as before from (
            select * from exported_leads where id > ${after} order by id limit ${BLOCKS_PER_STEP}
          ) next_blocks
        ) counted where before < ${BYTES_PER_STEP}
      )
      select id, account_id, lead_database, fresh_until, may_have,
        case when may_have then encode(keys, 'base64') else '' end as keys
      from page order by id
    `.execute(db);
    for (const { keys, may_have, ...block } of rows) {
      // The bytes may also be parts of two keys.
      if (may_have && set.count(keysFromBytes(Buffer.from(keys, 'base64'))) > 0) yield block;
    }
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.id);
    await nextTurn();
  }
}

function mayHave(wanted: LeadKeys): RawBuilder<unknown> {
  if (wanted.length > FEW_KEYS) return sql`true`;
  return sql.join(
    [...wanted].map((_, index) => {
      const key = keysToBytes(wanted.slice(index, index + 1)).toString('base64');
      return sql`position(decode(${key}, 'base64') in keys) > 0`;
    }),
    sql` or `,
  );
}

async function exportsBetween(
  db: Db,
  { accountId, database, start, end }: { accountId: string; database: LeadDatabase; start: Date; end: Date },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('lead_exports')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('lead_database', '=', database)
    .where('touched_at', '>=', start)
    .where('created_at', '<=', end)
    .orderBy('created_at')
    .execute();
  return rows.map(({ created_at }) => created_at);
}

/**
 * Takes keys out of the blocks of exports, until none has any: an account's next export may put a small block with its own leads
 * in another one meanwhile. An account that exports such a lead again pays again.
 */
export async function forgetExported(db: Db, keys: LeadKeys): Promise<void> {
  if (keys.length === 0) return;
  // An export that stores keys now may have looked at the opt-out list before the person was on it.
  await transaction(db, (tx) => sql`lock table exported_leads in share mode`.execute(tx));
  const gone = createKeySet(keys);
  for (let isAny = true; isAny; ) {
    isAny = false;
    for await (const { id } of blocksWith(db, keys)) {
      isAny = true;
      await forgetInBlock(db, Number(id), gone);
    }
  }
}

async function forgetInBlock(db: Db, id: number, gone: KeySet): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ keys: string }>`
      select encode(keys, 'base64') as keys from exported_leads where id = ${id} for update
    `.execute(tx);
    const [block] = rows;
    // Replaced: the new one has a higher id.
    if (!block) return;
    const before = keysFromBytes(Buffer.from(block.keys, 'base64'));
    const marks = gone.marks(before);
    const kept = keysToBytes(before.filter((_, index) => marks[index] === 0)).toString('base64');
    await sql`update exported_leads set keys = decode(${kept}, 'base64') where id = ${id}`.execute(tx);
  });
}
