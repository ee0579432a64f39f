import { z } from 'zod';
import { LeadDatabase } from '#contract/leads.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { quoted } from '#engines/lead-query/lead-table.ts';
import { writeOutputFile } from '../../platform/files/output-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { compactRows } from '../../platform/warehouse/compact-rows.ts';
import { LOAD_SECONDS, type Warehouse } from '../../platform/warehouse/warehouse.ts';
import { xlsxOfCsv } from '../../platform/xlsx/xlsx-file.ts';
import { LEAD_DATABASE_SHAPES, type LeadDatabaseShape } from '../databases.ts';
import { openRowFile } from '../import/read-file.ts';
import { type Collection, DUE, OBTAINED, SENT_OF_SOURCE } from './collections.ts';
import { addSent, type SentNotice } from './sent-notices.ts';

const COLUMNS = [
  'database',
  'lead',
  'name',
  'email',
  'profile',
  'phone',
  'country',
  'source',
  'license',
  'obtained',
  'due',
  'sent',
];
const Cells = z.array(z.string());
/** The cells that the engine sends of a line; the collection has the other ones. */
const LINE_CELLS = COLUMNS.length - ['database', 'source', 'license'].length;
const MARKED_AT_ONCE = 20_000;

/** Which people a file has. */
export interface NoticeSelection {
  /** also those who were told */
  all: boolean;
  /** only notices that are due by the end of this day in UTC (YYYY-MM-DD) */
  dueBy: string | null;
}

/**
 * Writes the people of some collections for a mailer: as a workbook if `path` ends with .xlsx, otherwise as CSV. Returns how
 * many. Throws OperatorError, also if the file exists.
 */
export async function writeNoticeFile(
  warehouse: Warehouse,
  collections: readonly Collection[],
  selection: NoticeSelection,
  path: string,
): Promise<number> {
  let people = 0;
  async function* csv(): AsyncGenerator<string> {
    yield csvHeader(COLUMNS);
    for (const collection of collections)
      for await (const line of noticeLines(warehouse, collection, selection)) {
        people += 1;
        yield line;
      }
  }
  const pieces = /\.xlsx$/i.test(path) ? xlsxOfCsv(csv(), { name: 'Notices' }) : csv();
  // The file has contacts. The command never replaces a file, so `mark-sent` can't mark people who weren't in the one you mailed.
  await writeOutputFile(path, pieces, { mode: 0o600, isNew: true });
  return people;
}

async function* noticeLines(
  warehouse: Warehouse,
  collection: Collection,
  { all, dueBy }: NoticeSelection,
): AsyncGenerator<string> {
  const { database, source, license, rows, params } = collection;
  const shape = LEAD_DATABASE_SHAPES[database];
  const sql = `SELECT toString(lw_key), ${personSql(shape).join(', ')},
  toString(toDate(obtained)), toString(toDate(due)), if(sent_on = toDate(0), '', toString(sent_on))
FROM (SELECT *, lw_key, ${OBTAINED} AS obtained, ${DUE} AS due ${rows}) AS people
LEFT JOIN (SELECT lead AS lw_key, min(sent_on) AS sent_on FROM ${SENT_OF_SOURCE} GROUP BY lead) AS told USING (lw_key)
WHERE (${all ? 'true' : 'sent_on = toDate(0)'}) AND ({dueBy:String} = '' OR toDate(due) <= toDateOrZero({dueBy:String}))
SETTINGS join_use_nulls = 0`;
  const options = { seconds: LOAD_SECONDS, work: 'load', incremental: true } as const;
  const statement = { sql, params: { ...params, dueBy: dueBy ?? '' } };
  const pieces = warehouse.bytes(statement, 'JSONCompactEachRow', options);
  for await (const row of compactRows(pieces, LINE_CELLS)) {
    const [lead, name, email, profile, phone, country, ...dates] = Cells.parse(row);
    yield csvLine([database, lead, name, email, profile, phone, country, source, license, ...dates]);
  }
}

/** SQL for the name, the first email, the profile, the first phone and the country of a person. A sole trader has the name of the business. */
function personSql(shape: LeadDatabaseShape): string[] {
  const { name, company, emails, profile, phones, sources, business } = shape;
  const first = (columns: readonly string[]) =>
    columns.length === 0
      ? "''"
      : `coalesce(${columns.map((column) => `nullIf(${one(quoted(column))}, '')`).join(', ')}, '')`;
  // The contacts of a business are one cell.
  const one = (cell: string) => (business ? `splitByString('; ', ${cell})[1]` : cell);
  const whole = name.map(quoted).join(", ' ', ");
  return [
    name.length === 0 ? quoted(company) : `trimBoth(concat(${whole}, ''))`,
    first(emails),
    first([profile]),
    first([...phones.mobile, ...phones.direct, ...phones.any]),
    sources.country ? quoted(sources.country) : "''",
  ];
}

/** What became of the rows of a file. */
export interface MarkedNotices {
  marked: number;
  /** rows that name no lead */
  refused: number;
}

/** Marks the people of a file as told. It has the columns `database`, `lead` and `source` of `writeNoticeFile`. Throws OperatorError. */
export async function markNoticeFile(
  warehouse: Warehouse,
  path: string,
  sentOn: string,
): Promise<MarkedNotices> {
  const file = await openRowFile(path, warehouse);
  const records = file.records();
  const result = { marked: 0, refused: 0 };
  let columns: number[] | null = null;
  let batch: SentNotice[] = [];
  const save = async () => {
    await addSent(warehouse, batch);
    result.marked += batch.length;
    batch = [];
  };
  try {
    for await (const part of records) {
      for (const { cells } of part) {
        if (columns === null) {
          columns = findColumns(cells, path);
          continue;
        }
        const [database, lead = '', source = ''] = columns.map((index) => (cells[index] ?? '').trim());
        const known = LeadDatabase.safeParse(database);
        if (!known.success || !/^\d{1,20}$/.test(lead) || source === '') result.refused += 1;
        else batch.push({ database: known.data, lead, source: source.replace(/^'/, ''), sentOn });
      }
      if (batch.length >= MARKED_AT_ONCE) await save();
    }
    await save();
    return result;
  } finally {
    // A partly read file keeps a file descriptor open.
    await records.return(undefined);
  }
}

function findColumns(header: readonly string[], path: string): number[] {
  const names = header.map((cell) => cell.trim().toLowerCase());
  const found = ['database', 'lead', 'source'].map((column) => names.indexOf(column));
  if (!found.includes(-1)) return found;
  throw new OperatorError(
    `${path} doesn't have the columns database, lead and source, as the file of leadwell notices list has.`,
  );
}
