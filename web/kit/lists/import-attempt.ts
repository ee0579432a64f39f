import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { type ExistingRows, LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import { newEdits } from '#contract/import-edits.ts';
import type { ColumnRole, ListColumn } from '#contract/list-columns.ts';
import type { Recipe } from '#contract/list-recipes.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { guessRoles } from '#engines/csv/list-roles.ts';
import type { ColumnTarget } from '#engines/csv/match-columns.ts';
import { invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import type { ChosenTargets } from './import-targets.ts';
import type { NamedRows } from './read-rows.ts';
import type { ImportProgress } from './send-rows.ts';

/** What an import was asked for. */
export interface Choices {
  named: NamedRows;
  name: string;
  keyColumn: string;
  roles: readonly (ColumnRole | null)[];
  /** where the person sends columns of the file, which `targets` has with the others */
  chosenTargets: ChosenTargets;
  targets: readonly ColumnTarget[];
  /** what the list calls the columns; null for one that is skipped */
  names: readonly (string | null)[];
  /** what happens to rows already in the list */
  existing: ExistingRows;
}

/** An import. */
export interface Attempt extends Choices {
  /** of its requests, which are repeated with the same one */
  key: string;
  /** what undoes it; none for a new list */
  edits: readonly string[];
}

/** A new import into a list that is there, or into a new one. */
export function newAttempt(choices: Choices, { isNew }: { isNew: boolean }): Attempt {
  return { ...choices, key: crypto.randomUUID(), edits: isNew ? [] : newEdits(choices.named.rows.length) };
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
    one.roles === other.roles &&
    one.existing === other.existing &&
    // Not what follows from them: an import that broke off may have added its columns already.
    one.chosenTargets === other.chosenTargets
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

function findColumn<Column extends Pick<ListColumn, 'name'>>(
  fields: readonly Column[],
  name: string,
): Column | undefined {
  return fields.find((field) => field.name.trim().toLowerCase() === name.trim().toLowerCase());
}

/**
 * The columns that an import adds to a list with these `fields`. Each has its role, also null: by a name alone, "Title" would be a job,
 * though its cells say "Dr.".
 */
export function columnsToAdd(
  fields: readonly Pick<ListColumn, 'name' | 'role'>[],
  { names, targets, roles }: Pick<Choices, 'names' | 'targets' | 'roles'>,
): { name: string; role: ColumnRole | null }[] {
  const taken = new Set(fields.map(({ role }) => role));
  return names.flatMap((name, index) => {
    if (name === null || targets[index]?.to !== 'new' || findColumn(fields, name)) return [];
    const role = roles[index] ?? null;
    return [{ name, role: taken.has(role) ? null : role }];
  });
}

/**
 * Adds the columns that a list lacks for an import, and makes that of `keyColumn` its key. What an earlier try of the same import did
 * isn't done again. Returns the list. Throws `conflict` if a column that rows would go to is gone.
 */
export async function prepareList(id: string, choices: Choices): Promise<ListView> {
  const {
    named: { columns },
    keyColumn,
    targets,
    names,
  } = choices;
  let { list } = await invoke(LIST_CALLS.listRows, { id, limit: 1 });
  const find = (name: string) => findColumn(list.fields, name);
  const gone = names.findIndex(
    (name, index) => name !== null && targets[index]?.to === 'column' && !find(name),
  );
  if (gone >= 0)
    throw new CallError(
      'conflict',
      `The column “${names[gone]}” is gone from the list. Choose where “${columns[gone]}” goes.`,
    );
  const add = columnsToAdd(list.fields, choices);
  if (add.length > 0) list = await invoke(LIST_TABLE_CALLS.listChangeColumns, { id, add });
  const key = names[columns.indexOf(keyColumn)];
  const field = key ? find(key) : undefined;
  if (field && field.id !== list.keyColumn)
    list = await invoke(LIST_TABLE_CALLS.listChangeColumns, { id, keyColumn: field.id });
  return list;
}
