import { z } from 'zod';
import { PersonColumns } from '#contract/emails.ts';
import { CSV_FILE_MAX_BYTES, CSV_ROWS_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { type CsvDecoding, decodeCsv } from '#engines/csv/decode-csv.ts';
import { areEnough, type PersonList, ROW_FAULT_WORDS, readPersonList } from '#engines/csv/person-list.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';

/** A file as it was opened, with how its rows are read for now. */
export interface Upload {
  /** of this choosing of the file: what is sent twice of it is started once */
  id: string;
  name: string;
  /** its bytes */
  content: Blob;
  text: string;
  list: PersonList;
}

const NOT_TEXT: Record<Extract<CsvDecoding, { ok: false }>['fault'], string> = {
  empty: MESSAGES.csv.empty,
  workbook: 'This is a spreadsheet file, not CSV. Save it as CSV (“CSV UTF-8”) and upload that.',
  binary: 'This is not a text file. Save your list as CSV and upload that.',
};

/** Opens a chosen file, or says why it cannot be used. Nothing is sent. */
export async function openUpload(
  file: File,
  id: string = crypto.randomUUID(),
): Promise<Upload | { problem: string }> {
  if (!/\.csv$/i.test(file.name)) return { problem: `${file.name} is no .csv file. ${MESSAGES.csv.onlyCsv}` };
  if (file.size > CSV_FILE_MAX_BYTES) return { problem: `${file.name}: ${MESSAGES.csv.tooLarge}` };
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { problem: `${file.name} could not be read. Is it still there?` };
  }
  const decoded = decodeCsv(bytes);
  if (!decoded.ok) return { problem: `${file.name}: ${NOT_TEXT[decoded.fault]}` };
  const list = readPersonList(decoded.text);
  if (list.rows.length === 0) return { problem: `${file.name}: ${MESSAGES.csv.empty}` };
  if (list.rows.length > CSV_ROWS_PER_TASK) return { problem: `${file.name}: ${MESSAGES.csv.tooManyRows}` };
  return { id, name: file.name, content: new Blob([bytes]), text: decoded.text, list };
}

/** The same file, read with other columns. */
export function reread(upload: Upload, choice: { columns?: PersonColumns; hasHeader: boolean }): Upload {
  return { ...upload, list: readPersonList(upload.text, choice) };
}

const KeptChoice = z.object({ columns: PersonColumns, hasHeader: z.boolean() });

/** What was chosen for a kept file; null where it does not fit the file. */
export function parseChoice(
  kept: unknown,
  { header }: PersonList,
): { columns: PersonColumns; hasHeader: boolean } | null {
  const choice = KeptChoice.safeParse(kept);
  if (!choice.success) return null;
  const inside = Object.values(choice.data.columns).every((at) => at === null || at < header.length);
  return inside ? choice.data : null;
}

/** The key of starting a file as it is read now: the same again, after a reply was lost or the page was reloaded, starts once. */
export function startKey({ id, list: { columns, hasHeader } }: Upload): string {
  const { first_name, last_name, full_name, domain, email } = columns;
  return [id, first_name, last_name, full_name, domain, email, hasHeader].join(' ');
}

/** A row that cannot be worked as it stands, for people. */
export interface OddRow {
  line: number;
  words: string;
}

export interface ListSummary {
  /** different rows: what is charged at most */
  items: number;
  duplicates: number;
  odd: OddRow[];
  /** why it cannot be started, or null */
  problem: string | null;
}

/** What a list comes to before it is started. */
export function summarise({ rows, columns }: PersonList): ListSummary {
  const different = new Set(rows.map(({ input }) => JSON.stringify(input)));
  const odd = rows.flatMap(({ line, fault }) => (fault ? [{ line, words: ROW_FAULT_WORDS[fault] }] : []));
  const workable = rows.some(({ fault }) => fault === null || fault === 'too-many-cells');
  const problem = !areEnough(columns)
    ? 'Choose which columns hold the names and the domain, or the emails.'
    : workable
      ? null
      : 'No row can be worked with these columns.';
  return { items: different.size, duplicates: rows.length - different.size, odd, problem };
}

const TEMPLATE_ROWS = [
  ['Jane', 'Miller', 'example.com'],
  ['José', 'García Márquez', 'example.org'],
  ['Anna-Lena', 'von Berg', 'https://www.example.net/about'],
];

/** `csv_template.csv`: the columns with example rows. */
export function templateCsv(): string {
  // With its mark, spreadsheets read the accents.
  return `\ufeff${csvHeader(['first_name', 'last_name', 'domain'])}${TEMPLATE_ROWS.map(csvLine).join('')}`;
}

/** A list of one row, for a single person or address. */
export function oneRowCsv(fields: Readonly<Record<string, string>>): string {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return `${Object.keys(fields).join(',')}\r\n${Object.values(fields).map(quoted).join(',')}\r\n`;
}
