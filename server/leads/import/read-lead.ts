import type { LeadDatabase } from '#contract/leads.ts';
import { LEAD_DATABASE_SHAPES } from '../databases.ts';
import type { ColumnSource } from './columns.ts';
import { countryOfPlace } from './place-country.ts';

/** Turns the cells of a file into the values of a database's columns, or into the reason why they are no lead. */
export interface LeadReader {
  columns: readonly string[];
  read(cells: readonly string[]): string[] | { refused: string };
}

const NOTHING = /^(?:n\/?a|null|none|undefined|-+)$/i;
/** What exporters write in the place of an address they did not give. */
const LOCKED = /not_?unlocked|^\(?(?:locked|unavailable)\)?$/i;
/** A member's inner number, in the place of the name that stands in a public address. */
const OPAQUE_PROFILE = /\/in\/ACw/;

export function createLeadReader(
  database: LeadDatabase,
  sources: readonly ColumnSource[],
  cellsInHeader: number,
): LeadReader {
  const shape = LEAD_DATABASE_SHAPES[database];
  const columns = sources.map(({ column }) => column);
  const index = new Map(columns.map((column, at) => [column, at]));
  const kinds = columns.map((column) =>
    shape.emails.includes(column)
      ? 'email'
      : column === shape.profile
        ? 'profile'
        : /phone|mobile/i.test(column)
          ? 'phone'
          : 'text',
  );
  // A whole name where the file has parts, and parts where it has the whole.
  const [wholeName] = shape.name;
  const whole = database === 'apollo' ? undefined : wholeName;
  if (whole && !index.has(whole)) {
    index.set(whole, columns.length);
    columns.push(whole);
    kinds.push('text');
  }
  const wholeAt = whole === undefined ? -1 : (index.get(whole) ?? -1);
  const firstAt = index.get('First_Name') ?? index.get('first_name') ?? -1;
  const lastAt = index.get('Last_Name') ?? index.get('last_name') ?? -1;
  const identifying = [...shape.name, ...shape.emails, shape.profile].flatMap(
    (column) => index.get(column) ?? [],
  );

  return {
    columns,
    read(cells) {
      if (cells.length > cellsInHeader) {
        return { refused: `It has ${cells.length} cells, the header has ${cellsInHeader}` };
      }
      const values = new Array<string>(columns.length).fill('');
      for (let at = 0; at < sources.length; at += 1) {
        const source = sources[at] as ColumnSource;
        const kind = kinds[at];
        for (const place of source.cells) {
          const value = clean(cells[place], kind);
          if (value === '') continue;
          if (values[at] === '') values[at] = value;
          else if (kind === 'profile' && OPAQUE_PROFILE.test(values[at] ?? '') && !OPAQUE_PROFILE.test(value))
            values[at] = value;
        }
        for (const place of source.places) {
          if (values[at] === '') values[at] = countryOfPlace(cells[place] ?? '');
        }
      }
      if (wholeAt >= 0 && values[wholeAt] === '') {
        values[wholeAt] = [values[firstAt], values[lastAt]].filter(Boolean).join(' ');
      }
      if (identifying.every((at) => values[at] === ''))
        return { refused: 'It has no name, email or profile' };
      return values;
    },
  };
}

function clean(cell: string | undefined, kind: string | undefined): string {
  if (!cell) return '';
  const value = cell.trim();
  if (value === '' || (value.length < 10 && NOTHING.test(value))) return '';
  if (kind === 'email') return LOCKED.test(value) ? '' : value;
  // Spreadsheets keep a leading + as text by the ' before it.
  if (kind === 'phone') return value.startsWith("'") ? value.slice(1).trim() : value;
  return value;
}
