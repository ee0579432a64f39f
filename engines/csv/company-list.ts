import { visibleText } from '../list-items/cell-text.ts';
import { createCsvReader, detectDelimiter } from './read-csv.ts';

/** A company of a list, with what other columns say about it. */
export interface CompanyEntry {
  company_name: string;
  country: string | null;
  website: string | null;
}

/** Places of the columns in a table; null for a column that it doesn't have. */
export interface CompanyColumns {
  name: number;
  country: number | null;
  website: number | null;
}

const NAME_HEADERS =
  /^(?:company[ _-]?names?|compan(?:y|ies)|names?|organi[sz]ations?|account(?:[ _-]?name)?|business(?:[ _-]?name)?|employer|firma|firmenname|unternehmen|entreprise|soci[ée]t[ée]|empresa|azienda|bedrijf|företag|spółka)$/iu;
const WEBSITE_HEADERS =
  /^(?:domain|company[ _-]?(?:domain|website|url)|web[ _-]?site(?:[ _-]?url)?|url|homepage|web|webseite)$/iu;
const COUNTRY_HEADERS = /^(?:country|country[ _-]?code|company[ _-]?country|land|pays|pa[ií]s|paese|kraj)$/iu;
/** A web address as people write it. */
const ADDRESS = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/?#:].*)?$/iu;

/** The columns of a table by the cells of its first row; null if none has names of companies. */
export function companyColumns(header: readonly string[]): CompanyColumns | null {
  const find = (pattern: RegExp) => {
    const at = header.findIndex((cell) => pattern.test(cell.replace(/^\ufeff/, '').trim()));
    return at < 0 ? null : at;
  };
  const name = find(NAME_HEADERS);
  return name === null ? null : { name, country: find(COUNTRY_HEADERS), website: find(WEBSITE_HEADERS) };
}

/**
 * Reads a file: a table with a company column in its first row, else one name per line. Null for a table whose
 * columns are unknown. Rows without a name are left out.
 */
export function readCompanyFile(text: string): CompanyEntry[] | null {
  const body = text.replace(/^\ufeff/, '');
  const delimiter = detectDelimiter(body);
  const reader = createCsvReader(delimiter);
  const [first] = reader.push(`${body.split(/\r\n|\r|\n/, 1)[0] ?? ''}\n`);
  const columns = companyColumns(first?.cells ?? []);
  if (columns === null) return looksLikeTable(body) ? null : entriesOf(body.split(/\r\n|\r|\n/));
  const rows = createCsvReader(delimiter);
  const [, ...records] = [...rows.push(body), ...rows.push('\n'), ...rows.end()];
  const cell = (cells: readonly string[], at: number | null) => (at === null ? '' : (cells[at] ?? '').trim());
  return records.flatMap(({ cells }) => {
    const company_name = cell(cells, columns.name);
    if (company_name === '') return [];
    return [
      {
        company_name,
        country: cell(cells, columns.country) || null,
        website: cell(cells, columns.website) || null,
      },
    ];
  });
}

/** Tabs never belong to a name; commas and semicolons often do. */
function looksLikeTable(body: string): boolean {
  const lines = body.split(/\r\n|\r|\n/, 20).filter((line) => line.trim() !== '');
  const quoted = lines.filter((line) => /(?:^|[,;])"[^"]*"(?:[,;]|$)/.test(line)).length;
  const separated = lines.filter((line) => (line.match(/[,;]/g) ?? []).length >= 2).length;
  return lines.length > 1 && (quoted > lines.length / 2 || separated > lines.length * 0.8);
}

/** What comes before an item of a written list. Letters such as "A. " belong to names. */
const BULLET = /^(?:[•‣▪▫◦●○■□→✓✔☐☑]|[-*+–—·»>]\s)\s*/u;
const NUMBER = /^\(?\d{1,6}[.):]\s+/;

/**
 * Reads lines: a name, and after a tab, as spreadsheets copy them, its country or website. If the first line
 * names the columns, they say which is which. Lines without a name are left out, and bullets and the numbers of
 * a numbered list are no part of a name.
 */
export function entriesOf(lines: readonly string[]): CompanyEntry[] {
  const rows = lines
    .map((line) => line.split('\t').map(visibleText))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const [first = []] = rows;
  const columns = first.length > 1 ? companyColumns(first) : null;
  const body = columns ? rows.slice(1) : rows;
  const isNumbered = body.length > 1 && body.every((cells) => NUMBER.test(cells[columns?.name ?? 0] ?? ''));
  return body.flatMap((cells) => {
    const [written = '', ...hints] = columns ? [cells[columns.name] ?? ''] : cells;
    const name = written.replace(BULLET, '');
    const company_name = isNumbered ? name.replace(NUMBER, '') : name;
    if (company_name === '') return [];
    if (columns) {
      const cell = (at: number | null) => (at === null ? null : cells[at] || null);
      return [{ company_name, country: cell(columns.country), website: cell(columns.website) }];
    }
    const website = hints.find((cell) => ADDRESS.test(cell)) ?? null;
    const country = hints.find((cell) => cell !== '' && cell !== website) ?? null;
    return [{ company_name, country, website }];
  });
}

/** What an entry is, whatever its capitals and spaces. Names with other hints are other entries. */
export function entryKey(entry: CompanyEntry): string {
  return lineOf(entry).replace(/ {2,}/g, ' ').toLowerCase();
}

/** An entry as a line that `entriesOf` reads. */
export function lineOf({ company_name, country, website }: CompanyEntry): string {
  const name = company_name.replace(/[\t\r\n]+/g, ' ');
  return [name, country, website].filter((cell) => cell !== null).join('\t');
}

/** Entries without repeated ones (`entryKey`), and how many were repeated. */
export function distinctEntries(entries: readonly CompanyEntry[]): {
  entries: CompanyEntry[];
  duplicates: number;
} {
  const distinct = new Map<string, CompanyEntry>();
  for (const entry of entries) {
    const key = entryKey(entry);
    if (!distinct.has(key)) distinct.set(key, entry);
  }
  return { entries: [...distinct.values()], duplicates: entries.length - distinct.size };
}
