import type { PeopleDatabase } from '#contract/leads.ts';
import { countryOfName, englishCountryName } from '#engines/country-names/country-names.ts';
import { splitFullName } from '#engines/person-names/person-name.ts';
import { LEAD_DATABASE_SHAPES } from '../databases.ts';
import type { ColumnSource } from './columns.ts';

/** Places in the country of Georgia. Otherwise "Georgia" may be the US state. */
const GEORGIAN_PLACES = /tbilisi|batumi|kutaisi|rustavi|t'bilisi|adjara|imereti/i;

/** Converts a row's cells to column values, or returns the reason why the row is rejected. */
export interface LeadReader {
  columns: readonly string[];
  read(cells: readonly string[]): string[] | { rejected: string };
}

const NOTHING = /^(?:n\/?a|null|none|undefined|-+)$/i;
/** Also a surname, the code of Namibia and that of Naples. */
const NA = /^na$/i;
const NAME_COLUMN = /^(?:first|middle|last|full)_?name$/i;
const PLACE_COLUMN = /(?:^|_)(?:city|state|province|region|country|location)(?:_|$)/i;
/** Columns in which "NA" means nothing. A row with it there has it for nothing in other columns too, as R writes files. */
const TELLING_COLUMN = /title|company|email|website|domain|url|linkedin/i;
/** What exporters write in place of a locked email address. */
const LOCKED = /not_?unlocked|^\(?(?:locked|unavailable)\)?$/i;
/** An internal LinkedIn member id instead of the public profile name. */
const OPAQUE_PROFILE = /\/in\/ACw/;

export function createLeadReader(
  database: PeopleDatabase,
  sources: readonly ColumnSource[],
  cellsInHeader: number,
): LeadReader {
  const shape = LEAD_DATABASE_SHAPES[database];
  const columns = sources.map(({ column }) => column);
  const index = new Map(columns.map((column, position) => [column, position]));
  const kinds = columns.map((column) =>
    shape.emails.includes(column)
      ? 'email'
      : column === shape.profile
        ? 'profile'
        : /phone|mobile/i.test(column)
          ? 'phone'
          : NAME_COLUMN.test(column) || shape.place.includes(column) || PLACE_COLUMN.test(column)
            ? 'name'
            : 'text',
  );
  const telling = sources.flatMap(({ column, cells }, index) =>
    kinds[index] !== 'name' && (kinds[index] !== 'text' || TELLING_COLUMN.test(column)) ? cells : [],
  );
  // Add a full-name column if the file has only first and last names.
  const fullName = database === 'apollo' ? undefined : shape.name[0];
  if (fullName && !index.has(fullName)) {
    index.set(fullName, columns.length);
    columns.push(fullName);
    kinds.push('text');
  }
  // Apollo's pages show first and last names, but other files may have only full ones.
  const wholeAt = database === 'apollo' ? (index.get('full_name') ?? -1) : -1;
  for (const part of wholeAt < 0 ? [] : shape.name.filter((column) => !index.has(column))) {
    index.set(part, columns.length);
    columns.push(part);
    kinds.push('text');
  }
  const fullNameAt = fullName === undefined ? -1 : (index.get(fullName) ?? -1);
  const firstAt = index.get('First_Name') ?? index.get('first_name') ?? -1;
  const lastAt = index.get('Last_Name') ?? index.get('last_name') ?? -1;
  const names = columns.flatMap((column, index) => (NAME_COLUMN.test(column) ? [index] : []));
  const identifying = [...shape.name, ...shape.emails, shape.profile].flatMap(
    (column) => index.get(column) ?? [],
  );

  return {
    columns,
    read(cells) {
      if (cells.length > cellsInHeader) {
        return { rejected: `The row has ${cells.length} cells, but the header has ${cellsInHeader}` };
      }
      const values = new Array<string>(columns.length).fill('');
      const missing = new Set<string>();
      for (const place of telling) {
        const cell = cells[place]?.trim() ?? '';
        if (cell.length === 2 && NA.test(cell)) missing.add(cell);
      }
      for (let index = 0; index < sources.length; index += 1) {
        const source = sources[index] as ColumnSource;
        const kind = kinds[index];
        for (const place of source.cells) {
          const value = clean(cells[place], kind);
          if (value === '' || missing.has(value)) continue;
          if (isOpen(values[index], kind)) values[index] = value;
          else if (
            kind === 'profile' &&
            OPAQUE_PROFILE.test(values[index] ?? '') &&
            !OPAQUE_PROFILE.test(value)
          )
            values[index] = value;
        }
        for (const place of source.places) {
          if (isOpen(values[index], kind))
            values[index] = countryOfPlace(cells[place] ?? '') || (values[index] ?? '');
        }
      }
      // No one has only this name.
      if (names.every((index) => values[index] === '' || NA.test(values[index] ?? '')))
        for (const index of names) values[index] = '';
      if (fullNameAt >= 0 && values[fullNameAt] === '') {
        values[fullNameAt] = [values[firstAt], values[lastAt]].filter(Boolean).join(' ');
      }
      if (wholeAt >= 0 && values[firstAt] === '' && values[lastAt] === '') {
        const { first, last } = splitFullName(values[wholeAt] ?? '');
        values[firstAt] = first;
        values[lastAt] = last;
      }
      if (identifying.every((index) => values[index] === ''))
        return { rejected: 'The row has no name, email or profile' };
      return values;
    },
  };
}

/** Whether another cell may say what a value is: it is empty, or may mean so. */
function isOpen(value: string | undefined, kind: string | undefined): boolean {
  return !value || (kind === 'name' && NA.test(value));
}

function clean(cell: string | undefined, kind: string | undefined): string {
  if (!cell) return '';
  const value = cell.trim();
  if (value === '') return '';
  if (value.length < 10 && NOTHING.test(value) && !(kind === 'name' && NA.test(value))) return '';
  if (kind === 'email') return LOCKED.test(value) ? '' : value;
  // Spreadsheets prefix a leading + with ' to store it as text.
  if (kind === 'phone') return value.startsWith("'") ? value.slice(1).trim() : value;
  return value;
}

/**
 * The country of a location, as named in filters: "Lyon, Auvergne-Rhône-Alpes, France" -> "France". '' if
 * unknown.
 */
export function countryOfPlace(place: string): string {
  const last = place.slice(place.lastIndexOf(',') + 1).trim();
  if (last.toLowerCase() === 'georgia' && place.includes(',') && !GEORGIAN_PLACES.test(place)) return '';
  const code = countryOfName(last);
  return code === null ? '' : englishCountryName(code);
}
