import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import type { ColumnRole } from '#contract/list-columns.ts';
import type { Recipe } from '#contract/list-recipes.ts';
import type { ListView } from '#contract/lists.ts';
import { guessRoles } from '#engines/csv/list-roles.ts';
import { invoke } from '../../lib/calls.ts';
import { plural } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import type { NamedRows } from './read-rows.ts';
import type { ImportProgress } from './send-rows.ts';

/** What an import was asked for. */
export interface Choices {
  named: NamedRows;
  name: string;
  keyColumn: string;
  roles: readonly (ColumnRole | null)[];
}

/** An import. */
export interface Attempt extends Choices {
  /** of its requests, which are repeated with the same one */
  key: string;
}

/** An import that began: where its rows go. */
export interface Begun extends Attempt {
  list: ListView;
}

/** Whether two imports were asked for the same. */
export function isSame(one: Choices, other: Choices): boolean {
  return (
    one.named === other.named &&
    one.name === other.name &&
    one.keyColumn === other.keyColumn &&
    one.roles === other.roles
  );
}

/** What the columns have: what the person chose, and else what they look like. Each role is given once. */
export function rolesOf(
  { columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] },
  chosen: ReadonlyMap<string, ColumnRole | null>,
): (ColumnRole | null)[] {
  const taken = new Set(chosen.values());
  return guessRoles(columns, rows).map((guessed, index) => {
    const own = chosen.get(columns[index] ?? '');
    if (own !== undefined) return own;
    return taken.has(guessed) ? null : guessed;
  });
}

/** Says that an import is done to someone who opened another page meanwhile. */
export function sayDone(
  { name }: ListView,
  { sent, refused }: ImportProgress,
  { hasRecipe }: { hasRecipe: boolean },
): void {
  const problems = [
    ...(refused > 0 ? [`${plural(refused, 'row')} of them couldn’t be saved.`] : []),
    ...(hasRecipe ? [] : ['The recipe wasn’t added.']),
  ];
  const description = problems.join(' ') || undefined;
  toast.success(`Imported ${plural(sent, 'row')} into “${name}”`, { description });
}

/** A recipe as calls take it, without what a saved one has besides. */
export function withoutSaved({ name, description, columns, steps }: Recipe): Recipe {
  return { name, description, columns, steps };
}

/** Makes a column of the file the key of the list, which gets the column if it has none that rows would go to. */
export async function setKey({ id, fields, keyColumn }: ListView, name: string): Promise<void> {
  const column =
    fields.find((field) => field.name.trim().toLowerCase() === name.trim().toLowerCase()) ??
    fields.find((field) => field.id === name) ??
    (await invoke(LIST_TABLE_CALLS.listChangeColumns, { id, add: [{ name }] })).fields.at(-1);
  if (column && column.id !== keyColumn)
    await invoke(LIST_TABLE_CALLS.listChangeColumns, { id, keyColumn: column.id });
}
