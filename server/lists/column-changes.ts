import { randomBytes } from 'node:crypto';
import type { InputOf } from '#contract/call.ts';
import type { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { COLUMN_ID_MAX_CHARS, LIST_COLUMNS_MAX, type ListColumn } from '#contract/list-columns.ts';
import type { ListSource } from '#contract/lists.ts';
import { columnsRead } from '#engines/list-steps/step-order.ts';
import { columnName } from './column-names.ts';
import { guessRoles, guessType, listFields } from './list-fields.ts';
import { listSource } from './list-source.ts';
import type { ListRecord } from './store.ts';

type ColumnChanges = Omit<InputOf<typeof LIST_TABLE_CALLS.listChangeColumns>, 'id' | 'keyColumn'>;
type NewColumn = ColumnChanges['add'][number];

function refuse(message: string): CallError {
  return new CallError('validation_failed', message);
}

/** The columns of a list after changes. Throws `validation_failed` or `conflict`, with what to do. */
export function changeColumns(list: ListRecord, changes: ColumnChanges): ListColumn[] {
  const columns = listFields(list);
  const { steps } = list;
  const byId = new Map(columns.map((column) => [column.id, column]));
  const named = [...changes.change.map(({ id }) => id), ...changes.delete, ...(changes.order ?? [])];
  const unknown = named.find((id) => !byId.has(id));
  if (unknown !== undefined) throw refuse(`The list has no column “${unknown.slice(0, 100)}”.`);
  for (const id of changes.delete) {
    const user = steps.find(
      (step) => columnsRead(step).includes(id) || step.outputs.some(({ column }) => column === id),
    );
    if (user) {
      const name = byId.get(id)?.name ?? id;
      throw new CallError(
        'conflict',
        `“${user.name}” uses the column “${name}”. Change or delete “${user.name}” first.`,
      );
    }
    requireUnfiltered(list, id);
    byId.delete(id);
  }
  for (const { id, ...change } of changes.change) {
    const column = byId.get(id);
    if (column) byId.set(id, { ...column, ...withoutUndefined(change) });
  }
  const order = changes.order ?? [];
  const ordered = [
    ...order.filter((id) => byId.has(id)),
    ...[...byId.keys()].filter((id) => !order.includes(id)),
  ];
  const kept = [...new Set(ordered)].flatMap((id) => byId.get(id) ?? []);
  const added = addColumns(kept, listSource(list), changes.add, [...list.deleted_columns, ...changes.delete]);
  requireDistinct(added);
  if (added.length === 0) throw refuse('A list needs a column. Delete the list instead.');
  return added;
}

/**
 * The columns with new ones at their end. Long names are cut; types and roles that aren't given are guessed. `deleted`: IDs of
 * columns whose values may still be in rows.
 */
export function addColumns(
  columns: readonly ListColumn[],
  source: ListSource,
  added: readonly NewColumn[],
  deleted: readonly string[] = [],
): ListColumn[] {
  // First, because each new column is compared with all others.
  assertColumnsFit(columns.length + added.length);
  const all = [...columns];
  // A "Name" beside a "First name" is a last name.
  const named = columns.map(({ name, role }) => (role === null ? '' : name));
  const guesses = guessRoles(source, [...named, ...added.map(({ name }) => name)]).slice(columns.length);
  for (const [index, { name, type, role }] of added.entries()) {
    const guessed = guesses[index] ?? null;
    // Each role is given once, to the first column that has it.
    const own = role !== undefined ? role : all.some((column) => column.role === guessed) ? null : guessed;
    all.push({
      id: newColumnId(name, [...all.map((column) => column.id), ...deleted]),
      name: columnName(name),
      type: type ?? guessType(source, name, own),
      role: own,
      step: null,
      field: null,
    });
  }
  requireDistinct(all);
  return all;
}

/** Throws `validation_failed` if a list would have too many columns. */
export function assertColumnsFit(count: number): void {
  if (count > LIST_COLUMNS_MAX) throw refuse(`A list can have ${LIST_COLUMNS_MAX} columns at most.`);
}

/**
 * An ID that no column has: the name, for programs that read it, or with a random end. Names that each object has, such as
 * `constructor`, aren't IDs: a row without a value would have one.
 */
export function newColumnId(name: string, taken: readonly string[]): string {
  const isTaken = name in Object.prototype || taken.some((id) => id.toLowerCase() === name.toLowerCase());
  if (!isTaken) return name;
  const end = ` ${randomBytes(3).toString('hex')}`;
  return cutText(name, COLUMN_ID_MAX_CHARS - end.length) + end;
}

/** Throws `conflict` if a view filters by a column: without it, the view would have all rows. */
export function requireUnfiltered(list: ListRecord, column: string): void {
  const view = list.views.find(({ where }) => where.some(({ fields }) => fields.includes(column)));
  if (!view) return;
  const name = listFields(list).find(({ id }) => id === column)?.name ?? column;
  throw new CallError(
    'conflict',
    `The view “${view.name}” filters by the column “${name}”. Change or delete the view first.`,
  );
}

function requireDistinct(columns: readonly ListColumn[]): void {
  const seen = new Set<string>();
  for (const { name } of columns) {
    const key = name.toLowerCase();
    if (seen.has(key)) throw refuse(`Two columns would be called “${name}”. Give one another name.`);
    seen.add(key);
  }
}

function withoutUndefined<Change extends object>(change: Change): Partial<Change> {
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<Change>;
}

/**
 * Finds the column of a value by its name, in any case, or its ID. After columns were renamed, one can have the ID that another one is
 * called: `first` says which of them counts.
 */
export function columnFinder(
  columns: readonly ListColumn[],
  first: 'names' | 'ids' = 'names',
): (given: string) => ListColumn | undefined {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const byName = new Map(columns.map((column) => [column.name.trim().toLowerCase(), column]));
  return (given) => {
    const named = byName.get(columnName(given.trim()).toLowerCase());
    return first === 'names' ? (named ?? byId.get(given)) : (byId.get(given) ?? named);
  };
}
