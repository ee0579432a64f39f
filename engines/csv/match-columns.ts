import type { ListColumn } from '#contract/list-columns.ts';
import type { ListView } from '#contract/lists.ts';
import { headerKey } from './column-roles.ts';
import { guessRoles } from './list-roles.ts';
import { uniqueColumnName } from './read-table.ts';

/** A list that gets the rows of a table. */
export type MatchedList = Pick<ListView, 'fields' | 'steps'>;

/** Where a column of a table goes: to the column of a list with this ID, to a new column, or nowhere. */
export type ColumnTarget = { to: 'column'; id: string } | { to: 'new' } | { to: 'nowhere' };

/**
 * Where the columns of a table go in a list: by name or ID, as `list-add-rows` finds them, then by the letters of the name, then by
 * what they have (`guessRoles`); a column that the list lacks is new. Two columns never go into one. Only its name brings a column to
 * one that is computed, because what is imported there is computed again. `byName`: only their names and IDs count.
 */
export function matchColumns(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  { fields, steps }: MatchedList,
  { byName = false } = {},
): ColumnTarget[] {
  const computed = computedColumns({ fields, steps });
  const free = new Set(fields);
  const found = columns.map((): string | null => null);
  const take = (find: (field: ListColumn, column: string, index: number) => boolean) => {
    for (const [index, column] of columns.entries()) {
      if (found[index] !== null) continue;
      const field = [...free].find((each) => find(each, column, index));
      if (!field) continue;
      free.delete(field);
      found[index] = field.id;
    }
  };
  take(({ name }, column) => plain(name) === plain(column));
  take(({ id }, column) => id === column);
  if (!byName) {
    for (const field of free) if (computed.has(field.id)) free.delete(field);
    take(({ name }, column) => headerKey(column) !== '' && headerKey(name) === headerKey(column));
    const roles = guessRoles(columns, rows);
    take(({ role }, _, index) => role !== null && role === roles[index]);
  }
  return found.map((id) => (id === null ? { to: 'new' } : { to: 'column', id }));
}

/** The IDs of the columns of a list that are computed, without those that a tool fills. */
export function computedColumns({ fields, steps }: MatchedList): ReadonlySet<string> {
  const computing = new Set(steps.flatMap(({ id, kind }) => (kind === 'tool' ? [] : [id])));
  return new Set(fields.flatMap(({ id, step }) => (step !== null && computing.has(step) ? [id] : [])));
}

/** The names under which the columns of a table are sent to a list; null for one that isn't. New columns get names that the list lacks. */
export function sentNames(
  columns: readonly string[],
  targets: readonly ColumnTarget[],
  { fields }: Pick<MatchedList, 'fields'>,
): (string | null)[] {
  const taken = fields.map(({ name }) => name);
  return columns.map((column, index) => {
    const target = targets[index];
    if (target?.to === 'column') return fields.find(({ id }) => id === target.id)?.name ?? null;
    if (target?.to !== 'new') return null;
    const name = uniqueColumnName(column, taken, '');
    taken.push(name);
    return name;
  });
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}
