import type { ColumnRole, ListColumn } from '#contract/list-columns.ts';
import type { ExportPreset } from '#contract/list-exports.ts';
import { type FieldSource, PRESETS, rolesOf } from './presets.ts';

/** A column of a list, as far as exports need it. */
export type ExportField = Pick<ListColumn, 'id' | 'name' | 'role'>;

/** A column of a file: a column of the list as it is, or a field of a tool. */
export interface FileColumn {
  header: string;
  /** the column of the list; null for a field of a tool */
  id: string | null;
  from: FieldSource | null;
}

/** The first column of each role. */
export function columnsByRole(fields: readonly ExportField[]): ReadonlyMap<ColumnRole, string> {
  const found = new Map<ColumnRole, string>();
  for (const { id, role } of fields) if (role && !found.has(role)) found.set(role, id);
  return found;
}

/**
 * The columns of a file with these columns of a list. With a preset: first the fields of the tool that the list has, then
 * the other columns by their own names, as many as the tool takes.
 */
export function exportColumns(
  fields: readonly ExportField[],
  preset: ExportPreset | undefined,
): FileColumn[] {
  const own = fields.map(({ id, name }): FileColumn => ({ header: name, id, from: null }));
  if (!preset) return own;
  const shape = PRESETS[preset];
  const byRole = columnsByRole(fields);
  const used = new Set<string>();
  const columns: FileColumn[] = [];
  for (const { header, from } of shape.fields) {
    const ids = partsOf(from, byRole);
    if (ids.length === 0) continue;
    for (const id of ids) used.add(id);
    columns.push({ header, id: null, from });
  }
  // Spreadsheets and imports don't tell headers apart by case.
  const taken = new Set(columns.map(({ header }) => header.toLowerCase()));
  for (const column of own) {
    if (column.id !== null && used.has(column.id)) continue;
    let header = column.header;
    for (let count = 2; taken.has(header.toLowerCase()); count += 1) header = `${column.header} ${count}`;
    taken.add(header.toLowerCase());
    columns.push({ ...column, header });
  }
  return columns.slice(0, shape.maxColumns);
}

/** The columns of the list that a field of a tool is made of. */
function partsOf(from: FieldSource, byRole: ReadonlyMap<ColumnRole, string>): string[] {
  const ids = rolesOf(from).flatMap((role) => byRole.get(role) ?? []);
  // A domain beside a website is a column of its own.
  return from === 'site' ? ids.slice(0, 1) : ids;
}
