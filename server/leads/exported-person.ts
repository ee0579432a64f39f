import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { LeadDatabase } from '#contract/leads.ts';
import type { Db } from '../platform/database/db.ts';
import { transaction } from '../platform/database/db.ts';
import { addMonths } from '../platform/months.ts';
import { FREE_MONTHS } from './earlier-exports.ts';
import { createKeySet, keysFromBytes, keysToBytes, type LeadKeys } from './lead-keys.ts';

/** An account that paid for a lead. */
export interface ExportedLead {
  accountId: string;
  database: LeadDatabase;
  /** the day of the export, YYYY-MM-DD */
  day: string;
  /** the account's exports of the database on that day; one of them had the lead */
  at: Date[];
  /** the block with the lead's key */
  block: number;
}

const BLOCKS_PER_STEP = 4;
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
  if (wanted.length === 0) return;
  const set = createKeySet(wanted);
  const has = sql.join(
    [...wanted].map((_, index) => {
      const key = keysToBytes(wanted.slice(index, index + 1)).toString('base64');
      return sql`position(decode(${key}, 'base64') in keys) > 0`;
    }),
    sql` or `,
  );
  for (let after = 0; ; ) {
    // PGlite converts bytes one by one, so only those of blocks that may have the lead are read.
    const { rows } = await sql<Block>`
      select id, account_id, lead_database, fresh_until, may_have,
        case when may_have then encode(keys, 'base64') else '' end as keys
      from (
        select *, (${has}) as may_have from exported_leads where id > ${after} order by id limit ${BLOCKS_PER_STEP}
      ) page order by id
    `.execute(db);
    for (const { id, account_id: accountId, lead_database: database, fresh_until, keys, may_have } of rows) {
      // The bytes may also be parts of two keys.
      if (!may_have || set.count(keysFromBytes(Buffer.from(keys, 'base64'))) === 0) continue;
      const end = addMonths(fresh_until, -FREE_MONTHS);
      const start = new Date(end.getTime() - DAY_MS);
      const at = await exportsBetween(db, { accountId, database, start, end });
      yield { accountId, database, day: start.toISOString().slice(0, 10), at, block: Number(id) };
    }
    const last = rows.at(-1);
    if (!last || rows.length < BLOCKS_PER_STEP) return;
    after = Number(last.id);
    await nextTurn();
  }
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

/** Takes keys out of the blocks of exports. An account that exports such a lead again pays again. */
export async function forgetExported(db: Db, blocks: readonly number[], keys: LeadKeys): Promise<void> {
  const gone = createKeySet(keys);
  for (const id of new Set(blocks)) {
    await transaction(db, async (tx) => {
      const { rows } = await sql<{ keys: string }>`
        select encode(keys, 'base64') as keys from exported_leads where id = ${id} for update
      `.execute(tx);
      const [block] = rows;
      // The account's next leads replaced it. They wrote the keys anew.
      if (!block) return;
      const before = keysFromBytes(Buffer.from(block.keys, 'base64'));
      const marks = gone.marks(before);
      const kept = keysToBytes(before.filter((_, index) => marks[index] === 0)).toString('base64');
      await sql`update exported_leads set keys = decode(${kept}, 'base64') where id = ${id}`.execute(tx);
    });
  }
}
