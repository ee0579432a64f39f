import { visibleText } from '../list-items/cell-text.ts';
import { headerKey, isHeader, namedColumn, namesColumn, withoutPages } from './column-roles.ts';
import { tableWidth } from './read-table.ts';

/** Places of the columns in a table; null for a column that it doesn't have. */
export interface CompanyColumns {
  name: number;
  country: number | null;
  website: number | null;
  city: number | null;
}

type Row = { cells: readonly string[] };

/** The rows that say what a column has. */
export const SAMPLE_ROWS = 50;
/** A web address as people write it. */
export const ADDRESS = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/?#:].*)?$/iu;
/** A workbook has the addresses behind the names in a column "Company link" (xlsx/link-columns.ts). */
const LINK_KEY = 'link';

/** The columns of a table by the cells of its first row and of others; null if none has names of companies. */
export function companyColumns(header: readonly string[], rows: readonly Row[] = []): CompanyColumns | null {
  const company = namedColumn(header, 'company');
  // A `Name` beside a `Company` is a person's.
  const name = company ?? header.findIndex((cell) => /^names?$/.test(headerKey(cell)));
  return name < 0 ? null : columnsBeside(name, header, rows);
}

/** The columns of a table with the names of companies in this one. `header`: null for a table without one. */
export function columnsBeside(
  name: number,
  header: readonly string[] | null,
  rows: readonly Row[],
): CompanyColumns {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const other = (place: number | null) => (place === name ? null : place);
  const named = (role: 'country' | 'city') => other(header && namedColumn(header, role));
  const website = header
    ? (other(
        namedColumn(
          withoutPages(
            header,
            sample.map(({ cells }) => cells),
          ),
          'website',
        ),
      ) ?? linkColumn(name, header, sample))
    : sitesBeside(name, sample);
  return { name, country: named('country'), website, city: named('city') };
}

/** The column with the addresses behind the names; null without one. */
function linkColumn(name: number, header: readonly string[], sample: readonly Row[]): number | null {
  const key = headerKey(header[name] ?? '') + LINK_KEY;
  const place = header.findIndex((cell) => headerKey(cell) === key);
  return place >= 0 && hasSites(place, sample) ? place : null;
}

function sitesBeside(name: number, sample: readonly Row[]): number | null {
  const places = Array.from({ length: tableWidth(sample) }, (_, place) => place);
  return places.find((place) => place !== name && hasSites(place, sample)) ?? null;
}

/** Whether a column has websites. Pages at one site, such as LinkedIn or a CRM, are none. */
function hasSites(place: number, sample: readonly Row[]): boolean {
  const cells = filled(place, sample);
  const hosts = cells.flatMap(
    (cell) => (ADDRESS.test(cell) && /^(?:https?:\/\/)?(?:www\.)?([^/?#:]+)/i.exec(cell)?.[1]) || [],
  );
  return hosts.length * 2 > cells.length && new Set(hosts).size * 2 > hosts.length;
}

function filled(place: number, rows: readonly Row[]): string[] {
  return rows.flatMap(({ cells }) => cells[place]?.trim() || []);
}

/** The columns of a table without a header that has names and their addresses, and nothing else. Null for any other table. */
export function namesWithAddresses(rows: readonly Row[]): CompanyColumns | null {
  if (tableWidth(rows) !== 2) return null;
  const sample = rows.slice(0, SAMPLE_ROWS);
  const isOfAddresses = (place: number) => {
    const cells = filled(place, sample);
    const isSure = cells.length * 2 > sample.length || cells.some((cell) => /^https?:/i.test(cell));
    return isSure && cells.length > 0 && cells.every((cell) => ADDRESS.test(cell));
  };
  const name = [0, 1].find(
    (place) => isOfAddresses(1 - place) && namesIn(place, sample).length * 2 > sample.length,
  );
  return name === undefined ? null : columnsBeside(name, null, rows);
}

/** The cells of a column that may be names: they have words, and no address. */
export function namesIn(place: number, rows: readonly Row[]): string[] {
  return filled(place, rows)
    .map(visibleText)
    .filter((text) => /\p{L}{2}/u.test(text) && !text.includes('@') && !ADDRESS.test(text));
}

/** The header and the rows of a table whose columns may have any names. Without a sign of a header, its first row stays one. */
export function withHeader<R extends Row>(
  all: readonly R[],
): { header: readonly string[] | null; rows: readonly R[] } {
  const [first, ...rows] = all;
  if (!first || rows.length === 0 || !isHeader(first.cells)) return { header: null, rows: all };
  const sample = rows.slice(0, SAMPLE_ROWS);
  const names = (place: number) => {
    const cells = filled(place, sample);
    return (
      cells.length > 0 &&
      /^[^\d@]+$/.test(first.cells[place] ?? '') &&
      cells.every((cell) => /[\d@]|^https?:/i.test(cell))
    );
  };
  const isNamed = namesColumn(first.cells) || first.cells.some((_, place) => names(place));
  return isNamed ? { header: first.cells, rows } : { header: null, rows: all };
}
