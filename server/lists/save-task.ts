import { createHash } from 'node:crypto';
import { CallError } from '#contract/errors.ts';
import { plural } from '#contract/plural.ts';
import type { TaskRowFilter } from '#contract/task-csv.ts';
import type { TaskType } from '#contract/tasks.ts';
import { CSV_LIST_SEPARATOR } from '#engines/csv/write-csv.ts';
import { taskDefinition } from '#tools/index/tools.ts';
import type { Deps } from '../deps.ts';
import { areRowsOptedOut } from '../opt-outs/contact-check.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { rowsDeleted } from '../tasks/delete-rows.ts';
import type { PersonChoice } from '../tasks/person-lines.ts';
import { isFiltered } from '../tasks/row-filter.ts';
import { taskResults } from '../tasks/task-results.ts';
import type { FileLine, FileLines, TaskRecord } from '../tasks/task-tool.ts';
import { addedWebsites } from './list-fields.ts';
import { assertNameFree } from './list-name.ts';
import type { ListDeps } from './lists.ts';
import type { KeyedRow } from './merge-rows.ts';
import { saveAsEdit } from './save-edit.ts';
import { findListByName, type ListKey, type ListRecord } from './store.ts';
import { isSmall, type StepWork, storeRows } from './store-steps.ts';

export type SaveRequest = {
  taskId: string;
  name: string;
  rows: 'all' | 'found';
  /** only results that were found then or later */
  since?: Date | null;
  /** what undoes it in a list that was there */
  edit?: string | undefined;
} & TaskRowFilter &
  PersonChoice;

/** What happened to the lines of a task. */
export interface SavedRows {
  added: number;
  updated: number;
  /** left out because of opt-outs */
  refused: number;
  tooLarge: number;
}

/** Where a save goes on after a crash: what it keeps in the transactions that store rows. */
export interface SaveProgress {
  /** The present name of the list. Throws `conflict` if it is gone. */
  listName(db: Db): Promise<string>;
  /** Notes what the save has stored so far. If it throws, the last rows aren't stored. */
  note(tx: Tx, list: ListRecord, total: SavedRows): Promise<void>;
}

/** The list that gets the results of a task: a list of people is one that tools can work, and that people of other sites can join. */
export function targetOf(
  accountId: string,
  type: TaskType,
  { name, per }: Pick<SaveRequest, 'name' | 'per'>,
): ListKey {
  return per === 'person'
    ? { accountId, kind: 'own', source: 'own', name }
    : { accountId, kind: 'task', source: type, name };
}

/**
 * Adds the results of a task to a list, with the columns of the list that it was started with: all lines of its file,
 * or only those with data, and of them those of the filter. With `per: person`, adds the people of the results to an own list. A
 * line that was saved before is updated. With an `edit`, list-undo undoes it in a list that was there. Rows are stored page
 * by page; a limit of the account ends it with `quota_exceeded`, and the pages before stay. Throws `conflict` if a list of another source has the name, and what
 * `progress` throws.
 */
export async function saveTask(
  deps: ListDeps & Pick<Deps, 'secrets'>,
  accountId: string,
  request: SaveRequest,
  progress?: SaveProgress,
): Promise<{ list: ListRecord; edit: string | null } & SavedRows> {
  const { db, space } = deps.database;
  const results = await taskResults(deps, accountId, request.taskId);
  if (!results) throw new CallError('not_found');
  const { task } = results;
  if (task.rows_deleted_at) throw rowsDeleted(task.rows_deleted_at);
  assertRoom(space);
  const total: SavedRows = { added: 0, updated: 0, refused: 0, tooLarge: 0 };
  const lines = await results.lines(
    request,
    request.rows === 'all' && !request.since
      ? undefined
      : ({ found, optedOut, settled_at }) => {
          if (request.since && (!settled_at || settled_at < request.since)) return false;
          if (request.rows === 'all') return true;
          if (optedOut === 'row') total.refused += 1;
          return found;
        },
    request,
  );
  const columns = columnNames(lines);
  const nameNow = async () => (progress ? progress.listName(db) : request.name);
  const target = { ...targetOf(accountId, task.type, request), name: await nameNow(), columns };
  await assertNameFree(db, target);
  const known = await findListByName(db, target);
  const websites = addedWebsites(known ?? { ...target, fields: null }, columns);
  return saveAsEdit(db, { known, edit: request.edit }, async (editId) => {
    for await (const page of lines.pages()) {
      const kept = page.filter(({ optedOut }) => !optedOut);
      total.refused += page.length - kept.length;
      const rows = kept
        .map((line) => keyedRow(line, columns))
        .filter(({ values }) => Object.keys(values).length > 0);
      const optedOut = await areRowsOptedOut(
        deps,
        rows.map(({ values }) => values),
        websites,
      );
      const allowed = rows.filter((_, index) => !optedOut[index]);
      const small = allowed.filter(isSmall);
      total.refused += rows.length - allowed.length;
      total.tooLarge += allowed.length - small.length;
      const stored = await storeRows(deps, target, small, {
        work: progress && workOf(progress, total),
        editId,
      });
      total.added += stored.added;
      total.updated += stored.updated;
    }
    const list = await findListByName(db, { ...target, name: await nameNow() });
    if (!list || total.added + total.updated === 0) throw nothingToSave(request, task, total);
    return { list, ...total };
  });
}

/** What a step notes of a save. `total`: what the steps before stored. */
function workOf(progress: SaveProgress, total: SavedRows): StepWork {
  return {
    nameIn: progress.listName,
    stored: (tx, list, { added, updated }) =>
      progress.note(tx, list, {
        ...total,
        added: total.added + added,
        updated: total.updated + updated,
      }),
  };
}

function nothingToSave(
  request: SaveRequest,
  { type, options }: Pick<TaskRecord, 'type' | 'options'>,
  { refused, tooLarge }: SavedRows,
): CallError {
  if (tooLarge > 0) {
    return new CallError(
      'unprocessable',
      `Nothing was saved: ${plural(tooLarge, 'row')} with more than 100 KB can’t be in a list. Download the CSV file instead, which has ${tooLarge === 1 ? 'it' : 'them'}.`,
    );
  }
  if (refused > 0) {
    return new CallError(
      'unprocessable',
      'Nothing was saved: all of these results are about people or companies that asked not to be listed.',
    );
  }
  if (request.per === 'person') {
    const none = 'These results have no people to save.';
    return new CallError(
      'unprocessable',
      taskDefinition(type).hasPeople?.(options) ? none : `${none} Start the task with “Also find people”.`,
    );
  }
  if (isFiltered(request)) return new CallError('unprocessable', 'None of these rows has data to save.');
  return new CallError(
    'unprocessable',
    request.rows === 'found'
      ? 'This task has no results with data to save.'
      : 'This task has no results to save yet.',
  );
}

/**
 * A name for each column of the lines, all different: the own ones as they are, ours beside them. Names that each object has, such as
 * `constructor`, get a number: they are also the IDs of the columns (`newColumnId`).
 */
function columnNames({ own, columns, names }: Pick<FileLines, 'own' | 'columns' | 'names'>): string[] {
  const taken = new Set<string>();
  const free = (name: string) => {
    let unique = name;
    for (let n = 2; taken.has(unique.toLowerCase()) || unique in Object.prototype; n += 1)
      unique = `${name} ${n}`;
    taken.add(unique.toLowerCase());
    return unique;
  };
  const ownNames = own.map((name, index) => free(name.trim() || `Column ${index + 1}`));
  return [
    ...ownNames,
    ...columns.map((column, index) =>
      free(taken.has(column.toLowerCase()) ? (names[index] ?? column) : column),
    ),
  ];
}

function keyedRow({ key, own, values }: FileLine, columns: readonly string[]): KeyedRow {
  const cells = [...own, ...values].map((value, index) => [columns[index] ?? '', cellText(value)] as const);
  return {
    keys: [createHash('sha256').update(key).digest('base64url')],
    values: Object.fromEntries(cells.filter(([, text]) => text !== '')),
  };
}

/** As in the CSV file of the task. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellText).join(CSV_LIST_SEPARATOR);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
