import { cutText } from '#contract/cut-text.ts';
import type { UploadedList } from '#contract/uploaded-list.ts';
import { companyColumns } from '#engines/csv/company-columns.ts';
import { joinColumns, type KnownTable, tableText } from '#engines/csv/join-columns.ts';
import {
  type CompanyEntry,
  type CompanyTable,
  distinctEntries,
  entryLine,
  readCompanyFile,
  readCompanyFileTable,
  readCompanyTable,
  readCompanyText,
  type UnnamedTable,
  unnamedTable,
} from '#engines/csv/pasted-companies.ts';
import type { ListDraft } from '#web/kit/list-draft.ts';
import { COMPANIES_PER_TASK, INPUT_MAX_CHARS } from '../definition.ts';
import { COMPANY_MESSAGES } from '../messages.ts';

/** What the text of the form is read as. */
export interface CompanyDraft {
  /** distinct */
  entries: CompanyEntry[];
  duplicates: number;
  hints: number;
  /** the table that the text is, with its own columns; null for lines */
  table: CompanyTable | null;
  /** what looks like a table without a company column, whose lines are taken as names; null for others */
  unnamed: UnnamedTable | null;
}

/** The request of the function. */
export interface CompanyRequest {
  company_names: (string | CompanyEntry)[];
  list?: UploadedList;
}

/** The companies of the typed lines or of the chosen column. A name that is too long is cut, as on the server. */
export function readDraft(text: string, column: number | null = null): CompanyDraft {
  const { entries: written, duplicates } = distinctEntries(readCompanyText(text, column));
  const entries = written.map(cut);
  const hints = entries.filter(hasHint).length;
  const table = readCompanyTable(text, column);
  // A person can go back from a choice to the lines.
  return { entries, duplicates, hints, table, unnamed: unnamedTable(text) };
}

/** What a person should know about a table that names no column of companies. Null for others, and after the choice of another column. */
export function columnWarning({ table, unnamed }: Pick<CompanyDraft, 'table' | 'unnamed'>): string | null {
  if (!unnamed) return null;
  if (table)
    return table.places.name === unnamed.likeliest
      ? `No column says that it has the companies. Check that they are in “${table.columns[table.places.name]}”.`
      : null;
  return unnamed.hasTabs
    ? null
    : 'This looks like a table without a company column, so each line is taken as a name. If it is a table, choose its column with the companies.';
}

/** Which column has the companies, as a choice. */
export interface CompanyColumnChoice {
  names: string[];
  /** the chosen one, by its index */
  chosen: number;
  /** the column of a choice; null: none, so that the lines are read as they are */
  columnAt(index: number): number | null;
}

/** The columns of the table that the text is. One that doesn't name its companies may as well be lines. Null for other texts. */
export function columnChoice({
  table,
  unnamed,
}: Pick<CompanyDraft, 'table' | 'unnamed'>): CompanyColumnChoice | null {
  const columns = (table ?? unnamed)?.columns;
  if (!columns) return null;
  const asLines = unnamed?.hasTabs ? 'None: each line starts with a name' : 'None: each line is a name';
  const lines = unnamed ? [asLines] : [];
  return {
    names: [...lines, ...columns],
    chosen: table ? table.places.name + lines.length : 0,
    columnAt: (index) => (index < lines.length ? null : index - lines.length),
  };
}

function cut(entry: CompanyEntry): CompanyEntry {
  if (entry.company_name.length <= INPUT_MAX_CHARS) return entry;
  return { ...entry, company_name: cutText(entry.company_name, INPUT_MAX_CHARS) };
}

/** Why the list can't be sent (spec lead tools §5); null if it can. */
export function validationMessage(entries: readonly CompanyEntry[]): string | null {
  if (entries.length === 0) return COMPANY_MESSAGES.noNames;
  return entries.length > COMPANIES_PER_TASK ? COMPANY_MESSAGES.tooMany : null;
}

/** What the function takes: a row for each row of a table, with its own columns, or the distinct companies. */
export function companyRequest(
  { entries, table }: Pick<CompanyDraft, 'entries' | 'table'>,
  keepsColumns: boolean,
): CompanyRequest {
  if (!table || !keepsColumns) return { company_names: entries.map(nameOrEntry) };
  return {
    company_names: table.rows.map(({ cell, entries: [first] }) =>
      nameOrEntry({ country: null, website: null, ...first, company_name: cell }),
    ),
    list: { columns: table.columns, rows: table.rows.map(({ record }) => record) },
  };
}

function nameOrEntry(entry: CompanyEntry): string | CompanyEntry {
  return hasHint(entry) ? entry : entry.company_name;
}

function hasHint({ country, website, city }: CompanyEntry): boolean {
  return country !== null || website !== null || city !== undefined;
}

/** The text of the form, and the chosen column of a table in it. */
type Text = Pick<ListDraft, 'text' | 'column'>;

/**
 * Adds the text of a file: a table replaces an empty list and keeps its columns, and its rows are added to a table. Of others
 * the companies are added; a list of lines becomes a table if they have a city, which no line can say. In a table without a company
 * column, the likeliest one is chosen. Null if none can have companies, or beside a list.
 */
export function withFile({ text: before, column }: Text, file: string): Text | null {
  const entries = readCompanyFile(file);
  const isEmpty = before.trim() === '';
  const whole = file.replace(/^\ufeff/, '').trimEnd();
  const unnamed = isEmpty ? unnamedTable(whole) : null;
  if (unnamed && unnamed.likeliest !== null) return { text: whole, column: chosenColumn(unnamed) };
  if (entries === null) return null;
  if (isEmpty && readCompanyTable(file)) return { text: whole, column: null };
  const shown = readCompanyTable(before, column);
  if (!shown && entries.some(({ city }) => city !== undefined))
    return { text: joinedText(entryTable(readCompanyText(before)), entryTable(entries)), column: null };
  if (!shown)
    return { text: [before.trimEnd(), ...entries.map(entryLine)].filter(Boolean).join('\n'), column: null };
  const added = readCompanyFileTable(file);
  return { text: joinedText(knownTable(shown), added ? knownTable(added) : entryTable(entries)), column };
}

/** The likeliest column. Null for cells set apart by tabs that may be names with their hints, as lines have them. */
function chosenColumn({ likeliest, hasTabs, isNamed }: UnnamedTable): number | null {
  return hasTabs && !isNamed && likeliest === 0 ? null : likeliest;
}

function joinedText(before: KnownTable, added: KnownTable): string {
  const joined = joinColumns(before, added);
  const place = before.places[0] ?? 0;
  // Beside the new columns, "Account" may no longer be the clearest name of the companies. That of their own table is.
  if (companyColumns(joined.columns)?.name !== place)
    joined.columns[place] = added.columns[added.places[0] ?? 0] ?? '';
  return tableText(joined);
}

/** The cells of a table, with the places of the companies and of what helps to find them. */
function knownTable({ columns, rows, places }: CompanyTable): KnownTable {
  const { name, country, website, city } = places;
  return { columns, rows: rows.map(({ cells }) => cells), places: [name, country, website, city] };
}

/** Companies as a table, with the hints that some of them have. */
function entryTable(entries: readonly CompanyEntry[]): KnownTable {
  const hints = (['country', 'website', 'city'] as const).filter((hint) =>
    entries.some((entry) => entry[hint]),
  );
  const place = (hint: (typeof hints)[number]) => (hints.includes(hint) ? hints.indexOf(hint) + 1 : null);
  return {
    columns: ['company', ...hints],
    rows: entries.map((entry) => [entry.company_name, ...hints.map((hint) => entry[hint] ?? '')]),
    places: [0, place('country'), place('website'), place('city')],
  };
}
