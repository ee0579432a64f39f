import type { ColumnRole } from '#contract/list-columns.ts';
import type { ExportPreset, ExportRows } from '#contract/list-exports.ts';
import { readHeader } from '../csv/role-names.ts';
import { addressesIn, phonesIn } from '../list-items/several.ts';
import { splitFullName } from '../person-names/person-name.ts';
import { columnsByRole, type ExportField, exportColumns } from './export-columns.ts';
import { type FieldSource, PRESETS, rowNeeds } from './presets.ts';

/** Texts of a row by column. */
type RowValues = Readonly<Record<string, string>>;

/** What a file of a list has. */
export interface ExportTable {
  headers: readonly string[];
  /** the texts of a row of the list, one per header; several rows for several emails, and none if the tool refuses it */
  rowsOf(values: RowValues): string[][];
  /** how many rows of the file a row of the list becomes */
  linesOf(values: RowValues): number;
  /** what the tool refuses a row of the list without, as in `rowNeeds`; null if it takes it */
  lackOf(values: RowValues): string | null;
}

/**
 * How rows of a list become rows of a file. `fields`: the columns that are wanted, in their order. A preset gives fields
 * that take one email the first one of the cell, and those that take one phone the first one of the row.
 */
export function exportTable(
  fields: readonly ExportField[],
  options: { preset?: ExportPreset | undefined; rows: ExportRows },
): ExportTable {
  const columns = exportColumns(fields, options.preset);
  const byRole = columnsByRole(fields);
  const shape = options.preset && PRESETS[options.preset];
  const emails = byRole.get('email');
  const phones = phoneColumns(fields);

  const addressesOf = rememberLast(addressesIn);
  const text = (values: RowValues, role: ColumnRole) => values[byRole.get(role) ?? '']?.trim() ?? '';
  const fieldOf = (values: RowValues, from: FieldSource): string => {
    if (from === 'phone') return phones.flatMap((id) => phonesIn(values[id] ?? ''))[0] ?? '';
    const made = madeOf(from, (role) => text(values, role));
    if (from !== 'email') return made;
    const all = addressesOf(made);
    return shape?.joinsEmails ? all.join(shape.joinsEmails) : (all[0] ?? '');
  };
  const needs = options.preset ? rowNeeds(options.preset) : [];
  const lackIn = (values: RowValues): string | null => {
    const at = shape?.needs.findIndex((need) => need.every((from) => fieldOf(values, from) === '')) ?? -1;
    return at < 0 ? null : (needs[at] ?? null);
  };
  const accepted = (values: RowValues) =>
    perEmail(values, options.rows === 'one-per-email' ? emails : undefined).filter(
      (row) => lackIn(row) === null,
    );

  return {
    headers: columns.map(({ header }) => header),
    rowsOf: (values) =>
      accepted(values).map((row) =>
        columns.map(({ id, from }) => (from ? fieldOf(row, from) : id === null ? '' : (row[id] ?? ''))),
      ),
    linesOf: (values) => accepted(values).length,
    lackOf: (values) => (accepted(values).length > 0 ? null : lackIn(values)),
  };
}

/** "a@x.com; b@y.com" -> the row with each of them. Without several emails: the row. */
function perEmail(values: RowValues, column: string | undefined): RowValues[] {
  if (column === undefined) return [values];
  const all = addressesIn(values[column] ?? '');
  return all.length < 2 ? [values] : all.map((email) => ({ ...values, [column]: email }));
}

/** The columns with phones, that of the role first: where it has none, another one by its name may, such as "Mobile". */
function phoneColumns(fields: readonly ExportField[]): string[] {
  const main = columnsByRole(fields).get('phone');
  if (main === undefined) return [];
  const others = fields.filter(
    ({ name, role }) => role === null && readHeader(name).ranks.phone !== undefined,
  );
  return [main, ...others.map(({ id }) => id)];
}

/** A row asks for the same cell several times. */
function rememberLast(read: (cell: string) => string[]): (cell: string) => string[] {
  let last = { cell: '', found: read('') };
  return (cell) => {
    if (cell !== last.cell) last = { cell, found: read(cell) };
    return last.found;
  };
}

/** The value of a field from the values of the roles that it is made of. */
function madeOf(from: FieldSource, text: (role: ColumnRole) => string): string {
  switch (from) {
    case 'first_name':
      return text('first_name') || splitFullName(text('full_name')).first;
    case 'last_name':
      return text('last_name') || splitFullName(text('full_name')).last;
    case 'full_name':
      return text('full_name') || `${text('first_name')} ${text('last_name')}`.trim();
    case 'site':
      return text('website') || text('domain');
    case 'location':
      return [text('city'), text('country')].filter(Boolean).join(', ');
    default:
      return text(from);
  }
}
