import { z } from 'zod';
import type { EmailInput } from '#contract/emails.ts';
import { PersonColumns } from '#contract/emails.ts';
import { plural } from '#contract/plural.ts';
import type { TextEncoding } from '#contract/task-csv.ts';
import { type CsvDecoding, decodeCsv } from '#engines/csv/decode-csv.ts';
import { hasRequiredColumns } from '#engines/csv/person-columns.ts';
import {
  LIST_LIMIT_MESSAGES,
  LIST_LIMITS,
  type PersonTable,
  ROW_FAULT_LABELS,
  ROW_NOTICES,
  readPersonTable,
} from '#engines/csv/person-table.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { emailItemKey, employerKey } from '#engines/list-items/person.ts';
import { type OpenedWorkbook, openWorkbook } from '#web/kit/open-workbook.ts';
import { formatNumber } from '#web/lib/format.ts';
import { CSV_FILE_MAX_BYTES } from '../definition.ts';
import { EMAIL_MESSAGES } from '../messages.ts';

/** An opened file and its rows, read with the current columns. */
export interface Upload {
  /** identifies this selection of the file, so that starting it twice starts it once */
  id: string;
  name: string;
  /** the file's bytes */
  content: Blob;
  text: string;
  encoding: TextEncoding;
  /** the workbook that `text` is a sheet of; null for a CSV file */
  workbook: OpenedWorkbook | null;
  list: PersonTable;
}

const NOT_TEXT: Record<Exclude<Extract<CsvDecoding, { ok: false }>['fault'], 'workbook'>, string> = {
  empty: EMAIL_MESSAGES.empty,
  binary: "This isn't a text file. Save your list as CSV and upload that file.",
};

/**
 * Opens a selected file in the browser, or returns why it can't be used. `sheet`: of a workbook; default: the first one with
 * rows.
 */
export async function openUpload(
  file: File,
  id: string = crypto.randomUUID(),
  sheet?: string,
): Promise<Upload | { problem: string }> {
  if (!/\.(?:csv|xls[xm]?)$/i.test(file.name))
    return {
      problem: `${file.name} isn't a CSV file. ${EMAIL_MESSAGES.onlyCsv} Excel workbooks (.xlsx) are read as CSV.`,
    };
  if (file.size > CSV_FILE_MAX_BYTES) return { problem: `${file.name}: ${EMAIL_MESSAGES.tooLarge}` };
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { problem: `Couldn't read ${file.name}. Check that the file still exists and try again.` };
  }
  // The code for workbooks may fail to load.
  const opened = await readFileBytes(file, bytes, sheet).catch(() => ({
    problem: `Couldn't open ${file.name}. Check your connection and try again.`,
  }));
  if ('problem' in opened) return opened;
  const { text } = opened;
  const list = readPersonTable(text, { limits: LIST_LIMITS });
  if (list.exceeded) return { problem: `${file.name}: ${LIST_LIMIT_MESSAGES[list.exceeded]}` };
  if (list.rows.length === 0) return { problem: `${file.name}: ${EMAIL_MESSAGES.empty}` };
  return { id, name: file.name, content: new Blob([bytes]), list, ...opened };
}

async function readFileBytes(
  file: File,
  bytes: Uint8Array,
  sheet: string | undefined,
): Promise<Pick<Upload, 'text' | 'encoding' | 'workbook'> | { problem: string }> {
  const decoded = decodeCsv(bytes);
  if (decoded.ok) return { text: decoded.text, encoding: decoded.encoding, workbook: null };
  if (decoded.fault !== 'workbook') return { problem: `${file.name}: ${NOT_TEXT[decoded.fault]}` };
  const opened = await openWorkbook(file, bytes, sheet);
  return 'problem' in opened ? opened : { ...opened, encoding: 'utf-8' };
}

/** Reads the same file with other columns. */
export function reread(upload: Upload, choice: { columns?: PersonColumns; hasHeader: boolean }): Upload {
  return { ...upload, list: readPersonTable(upload.text, choice) };
}

const SavedChoice = z.object({ columns: PersonColumns, hasHeader: z.boolean() });
const SavedSheet = z.object({ sheet: z.string() });

/** The name of the sheet in the saved choice of a workbook. */
export function savedSheet(saved: unknown): string | undefined {
  return SavedSheet.safeParse(saved).data?.sheet;
}

/** Parses the saved columns of a saved file; null if they don't fit the file. */
export function parseChoice(
  saved: unknown,
  { header }: PersonTable,
): { columns: PersonColumns; hasHeader: boolean } | null {
  const choice = SavedChoice.safeParse(saved);
  if (!choice.success) return null;
  const inside = Object.values(choice.data.columns)
    .flat()
    .every((index) => index === null || index < header.length);
  return inside ? choice.data : null;
}

/** The idempotency key of a file with its current columns. It survives a lost response and a reload. */
export function startKey({ id, list: { columns, hasHeader } }: Upload): string {
  const { first_name, last_name, full_name, domain, company, email, more_emails = [] } = columns;
  const emails = [email, ...more_emails].join('+');
  return [id, first_name, last_name, full_name, domain, company, emails, hasHeader].join(' ');
}

/** A problem with one row of the file. */
export interface RowProblem {
  line: number;
  text: string;
}

export interface ListSummary {
  /** distinct items, which is also the maximum charge in credits */
  items: number;
  /** the distinct items */
  inputs: EmailInput[];
  /** those with an address to verify; the others are people to find */
  addresses: number;
  /** the distinct companies whose domains are found first */
  companies: number;
  duplicates: number;
  rowProblems: RowProblem[];
  /** why the list can't be started; null if it can */
  problem: string | null;
}

const CHOOSE_COLUMNS =
  'Choose the columns with names, and with domains or companies, or the column with emails.';
const NOTHING = { items: 0, inputs: [], addresses: 0, companies: 0, duplicates: 0, rowProblems: [] };

/** Counts the rows of a list and finds its problems. */
export function summarize({ rows, columns }: PersonTable): ListSummary {
  const all = rows.flatMap((row) => row.inputs);
  const unique = new Map(all.map((input) => [emailItemKey(input), input]));
  const inputs = [...unique.values()];
  const addresses = inputs.filter((input) => 'address' in input).length;
  const companies = new Set(
    inputs.flatMap((input) =>
      'company' in input && input.company !== undefined ? [employerKey(input.company)] : [],
    ),
  ).size;
  const rowProblems = rows.flatMap(({ line, fault }) =>
    fault ? [{ line, text: ROW_FAULT_LABELS[fault] }] : [],
  );
  const usable = rows.some(({ fault }) => fault === null || ROW_NOTICES.has(fault));
  // Without columns, every row looks the same and faulty.
  if (!hasRequiredColumns(columns)) return { ...NOTHING, problem: CHOOSE_COLUMNS };
  const problem = usable ? null : "We can't process any row with these columns.";
  return {
    items: unique.size,
    inputs,
    addresses,
    companies,
    duplicates: all.length - unique.size,
    rowProblems,
    problem,
  };
}

/** What the start button does with a list: `Verify 40 and find 2 emails`. */
export function startLabel({
  items,
  addresses,
  companies,
}: Pick<ListSummary, 'items' | 'addresses' | 'companies'>): string {
  const people = items - addresses;
  if (addresses === 0) return companies > 0 ? 'Find domains and emails' : 'Find emails';
  if (people === 0) return 'Verify emails';
  return `Verify ${formatNumber(addresses)} and find ${plural(people, 'email')}`;
}

const TEMPLATE_ROWS = [
  ['Jane', 'Miller', 'example.com'],
  ['José', 'García Márquez', 'example.org'],
  ['Anna-Lena', 'von Berg', 'https://www.example.net/about'],
];

/** The content of `csv_template.csv`: the columns with example rows. */
export function templateCsv(): string {
  // Spreadsheets need the byte order mark to read accents.
  return `\ufeff${csvHeader(['first_name', 'last_name', 'domain'])}${TEMPLATE_ROWS.map((row) => csvLine(row)).join('')}`;
}

/** A CSV list with one row, for a single person or address. */
export function oneRowCsv(fields: Readonly<Record<string, string>>): string {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return `${Object.keys(fields).join(',')}\r\n${Object.values(fields).map(quoted).join(',')}\r\n`;
}

/** How many items a list with one row starts, one at least: a field can have several addresses or domains. */
export function itemsOfOneRow(fields: Readonly<Record<string, string>>): number {
  return Math.max(1, summarize(readPersonTable(oneRowCsv(fields))).items);
}
