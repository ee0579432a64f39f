import { sql } from 'kysely';
import type { Db } from '../../server/platform/database/db.ts';

const FIRST = [
  'Anna',
  'Ben',
  'Chloé',
  'David',
  'Élodie',
  'Felix',
  'Greta',
  'Hannes',
  'Ines',
  'Jürgen',
  'Kira',
];
const LAST = [
  'Müller',
  'Smith',
  'García',
  'Rossi',
  'Nowak',
  'Jensen',
  'Okafor',
  'Silva',
  'Kim',
  'Dubois',
  'Weiß',
];
const PLACES = ['Berlin', 'São Paulo', 'Paris', 'Austin', 'Kraków', 'Lisbon', 'Oslo', 'Toronto', 'München'];
const TRADES = [
  'Logistik',
  'Bakery',
  'Software',
  'Consulting',
  'Elektro',
  'Dental Care',
  'Roofing',
  'Design',
];
const VERDICTS = ['deliverable', 'risky', 'undeliverable', 'unknown'];
const COLUMNS = 60;

type Random = () => number;

/**
 * The IDs of the columns: `c0` to `c59`. Companies and people as a workbook with tool columns has them: a third of the columns
 * has another value in each row, and others have a few values.
 */
export const WIDE_COLUMNS = Array.from({ length: COLUMNS }, (_, index) => `c${index}`);

/** Columns of the list, by what they have. */
export const TEXT_COLUMN = 'c0';
export const NUMBER_COLUMN = 'c9';
export const PLACE_COLUMN = 'c8';
export const VERDICT_COLUMN = 'c7';

/** The value of a column of a row; empty for none. */
function value(column: number, row: number, random: Random): string {
  const pick = (texts: readonly string[]) => texts[Math.floor(random() * texts.length)] ?? '';
  const number = () => Math.floor(random() * 1_000_000);
  const name = `${pick(TRADES)} ${row}`;
  switch (column % 12) {
    case 0:
      return `${pick(LAST)} ${name} GmbH`;
    case 1:
      return `https://www.firm-${row}.example/${column}`;
    case 2:
      return `${pick(FIRST)} ${pick(LAST)}`;
    case 3:
      return random() < 0.6 ? `${pick(FIRST).toLowerCase()}.${number()}@firm-${row}.example` : '';
    case 4:
      return random() < 0.5 ? `+49 30 ${number()}` : '';
    case 5:
      return `2026-${1 + Math.floor(random() * 12)}-${1 + Math.floor(random() * 28)}`;
    case 6:
      return pick(['yes', 'no']);
    case 7:
      return pick(VERDICTS);
    case 8:
      return pick(PLACES);
    case 9:
      return String(Math.floor(random() * 5000));
    case 10:
      return random() < 0.3 ? `Found on the page “${pick(TRADES)}” of ${pick(PLACES)}` : '';
    default:
      return pick(TRADES);
  }
}

/** Values from 0 to 1 that are the same in each run. */
function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const ROWS_PER_INSERT = 400;

/** Adds an account with a list of `rows` rows, and of the first `columns` of `WIDE_COLUMNS`: by default, all. */
export async function createWideList(
  db: Db,
  { name, rows, columns = COLUMNS }: { name: string; rows: number; columns?: number },
): Promise<{ accountId: string; listId: string }> {
  const { id: accountId } = await db
    .insertInto('accounts')
    .values({ email: `${name}@bench.example`, balance: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = new Date();
  const ids = WIDE_COLUMNS.slice(0, columns);
  const { id: listId } = await db
    .insertInto('lists')
    .values({
      account_id: accountId,
      kind: 'own',
      source: 'own',
      name,
      columns: JSON.stringify(ids),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const random = seededRandom(rows + name.length);
  let bytes = 0;
  for (let from = 0; from < rows; from += ROWS_PER_INSERT) {
    const batch = Array.from({ length: Math.min(ROWS_PER_INSERT, rows - from) }, (_, index) => {
      const row = from + index;
      const cells = Object.fromEntries(
        ids.flatMap((column, position) => {
          const text = value(position, row, random);
          return text === '' ? [] : [[column, text]];
        }),
      );
      const size = JSON.stringify(cells).length;
      bytes += size;
      return { cells, size };
    });
    await sql`
      insert into list_rows (list_id, cells, bytes, version, added_at, updated_at)
      select ${listId}::uuid, r.cells, r.size, 1, ${at}::timestamptz, ${at}::timestamptz
      from json_to_recordset(${JSON.stringify(batch)}::text::json) as r (cells jsonb, size integer)
    `.execute(db);
  }
  await db.updateTable('lists').set({ rows, bytes, version: 1 }).where('id', '=', listId).execute();
  return { accountId, listId };
}
