import { randomUUID } from 'node:crypto';
import { SingleBar } from 'cli-progress';
import type { ExistingRows } from '#contract/calls/list-table-calls.ts';
import { CALLS } from '#contract/calls.ts';
import { editAt, newEdits } from '#contract/import-edits.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { guessRoles } from '#engines/csv/list-roles.ts';
import { type ColumnTarget, matchColumns, sentNames } from '#engines/csv/match-columns.ts';
import { columnNames, openTable, readTable, tableWidth, uniqueColumnName } from '#engines/csv/read-table.ts';
import { rowParts, tooLongReasons } from '#engines/csv/row-parts.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { inputName, readInputText } from '../input-text.ts';
import { abortOnStop } from '../stopping.ts';
import { UsageError } from '../usage-error.ts';
import { findList } from './find-list.ts';
import { RefusedCall, type ServerCalls, serverCalls } from './server-calls.ts';
import { undoHint } from './undo-changes.ts';

const MAY_BE_SAVED = 'The last rows may have been saved.';

interface FileTable {
  columns: string[];
  /** what the list calls them; default: the same */
  names?: readonly (string | null)[];
  rows: string[][];
  /** the line of each row in the file */
  lines: number[];
}

/** What `leadwell lists add` was asked for. */
export interface AddCommand {
  file: string;
  /** columns go only to those with their name */
  byName: boolean;
  existing: ExistingRows;
}

/** Creates a list with the rows of a file. Prints its ID. */
export async function createList(name: string, { file, key }: { file: string; key?: string }): Promise<void> {
  const server = serverCalls();
  const table = await readFileTable(file);
  const keyColumn =
    key === undefined ? null : table.columns.find((column) => column.toLowerCase() === key.toLowerCase());
  if (keyColumn === undefined)
    throw new UsageError(`The file has no column “${key}”. It has: ${table.columns.join(', ')}`);
  const roles = guessRoles(table.columns, table.rows);
  const list = await server.invoke(CALLS.listCreate, {
    name,
    columns: table.columns.map((column, index) => ({ name: column, role: roles[index] ?? null })),
    keyColumn,
  });
  process.stdout.write(`${list.id}\n`);
  await sendRows(server, list, table, { file, isNew: true, existing: 'update' });
}

/** Adds the rows of a file to a list. Its columns go to those that have the same, and it says where. */
export async function addToList(wanted: string, { file, byName, existing }: AddCommand): Promise<void> {
  const server = serverCalls();
  const table = await readFileTable(file);
  const list = await findList(server, wanted);
  const { columns, rows } = table;
  const targets = matchColumns(columns, rows, list, { byName });
  const names = sentNames(columns, targets, list);
  sayColumns(columns, targets, names);
  await sendRows(server, list, { ...table, names }, { file, isNew: false, existing, byName });
}

/** Says which columns of a file go to columns with another name, and which ones the list doesn't have yet. */
function sayColumns(
  columns: readonly string[],
  targets: readonly ColumnTarget[],
  names: readonly (string | null)[],
): void {
  const moved = columns.flatMap((column, index) => {
    const name = names[index] ?? column;
    const isMoved = targets[index]?.to === 'column' && name.toLowerCase() !== column.toLowerCase();
    return isMoved ? [`${column} -> ${name}`] : [];
  });
  const added = names.filter((_, index) => targets[index]?.to === 'new');
  if (moved.length > 0) process.stderr.write(`Columns of the file -> of the list: ${moved.join(', ')}\n`);
  if (added.length > 0) process.stderr.write(`New columns: ${added.join(', ')}\n`);
}

/** The table in a file, or in standard input for `-`. Throws OperatorError if it has no rows. */
async function readFileTable(file: string): Promise<FileTable> {
  const text = await readInputText(file);
  const [header, ...records] = readTable(openTable(text)).map(({ line, cells }) => ({
    line,
    cells: cells.map((cell) => cell.trim()),
  }));
  if (!header || records.length === 0)
    throw new OperatorError(`${inputName(file)} has no rows below the names of its columns.`);
  const columns: string[] = [];
  for (const name of columnNames(header.cells, tableWidth([header, ...records])))
    columns.push(uniqueColumnName(name, columns, ''));
  return {
    columns,
    rows: records.map(({ cells }) => cells),
    lines: records.map(({ line }) => line),
  };
}

/**
 * Sends the rows in parts, and says what became of them. What was sent before a failure is saved. Throws OperatorError, which says
 * how to go on. `isNew`: the list was created for these rows. `existing`: what happens to rows that the list has.
 */
async function sendRows(
  server: ServerCalls,
  list: Pick<ListView, 'id' | 'name' | 'keyColumn'>,
  { columns, names = columns, rows, lines }: FileTable,
  {
    file,
    isNew,
    existing,
    byName = false,
  }: { file: string; isNew: boolean; existing: ExistingRows; byName?: boolean },
): Promise<void> {
  const signal = abortOnStop();
  const longReasons = tooLongReasons(columns, rows, lines, names);
  const reasons = new Map<string, number>();
  const note = (reason: string) => reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  // Who undoes a new list deletes it.
  const edits = isNew ? [] : newEdits(rows.length);
  const changes = new Set<string>();
  let [sent, added, updated] = [0, 0, 0];
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: '{bar} {value} of {total} rows', hideCursor: true })
    : null;
  bar?.start(rows.length, 0);
  try {
    for (const part of rowParts(columns, rows, names)) {
      if (part.rows.length > 0) {
        const reply = await server.invoke(
          CALLS.listAddRows,
          { id: list.id, rows: part.rows, existing, edit: editAt(edits, sent) },
          { signal, idempotencyKey: randomUUID(), patient: true },
        );
        added += reply.added;
        updated += reply.updated;
        if (reply.edit !== null) changes.add(reply.edit);
        for (const { reason } of reply.refused) note(reason);
      }
      for (const column of part.tooLong) note(longReasons.get(column) ?? '');
      sent += part.taken;
      bar?.update(sent);
    }
  } catch (error) {
    bar?.stop();
    const saved = added + updated;
    // A call that wasn't refused may have been worked.
    const isUnsure = !(error instanceof RefusedCall);
    const lastEdit = editAt(edits, sent);
    if (isUnsure && lastEdit !== undefined) changes.add(lastEdit);
    const hint = goOnHint(list, file, {
      options: (byName ? ' --by-name' : '') + (existing === 'update' ? '' : ` --existing ${existing}`),
      isClean: saved === 0 && !isUnsure,
    });
    if (signal.aborted) {
      const stopped = `Stopped after ${plural(sent, 'row')}.${isUnsure ? ` ${MAY_BE_SAVED}` : ''}`;
      process.stderr.write(`${stopped} ${hint}\n${undoHint(list.id, [...changes])}`);
      return;
    }
    const isClean = saved === 0 && !isNew && !isUnsure;
    if (!(error instanceof OperatorError) || isClean) throw error;
    const unsure = isNew ? 'The list was created.' : MAY_BE_SAVED;
    const state = saved > 0 ? `Saved before that: ${plural(saved, 'row')}.` : unsure;
    throw new OperatorError(
      `${error.message}\n${state} ${hint}\n${undoHint(list.id, [...changes])}`.trimEnd(),
    );
  }
  bar?.stop();
  const left = sent - added - updated;
  process.stderr.write(
    `${list.name}: ${added} new, ${updated} updated${left > 0 ? `, ${left} left out` : ''}\n`,
  );
  for (const [reason, count] of reasons) process.stderr.write(`  ${plural(count, 'row')}: ${reason}\n`);
  process.stderr.write(undoHint(list.id, [...changes]));
}

/** How to go on after a failure. `options`: what the command was told besides the file. `isClean`: the list has no row of the file. */
function goOnHint(
  { id, keyColumn }: Pick<ListView, 'id' | 'keyColumn'>,
  file: string,
  { options, isClean }: { options: string; isClean: boolean },
): string {
  return keyColumn || isClean
    ? `To go on, repeat: leadwell lists add ${id} --file ${file}${options}`
    : 'The list has no key column: delete its new rows before you add the file again, or they are there twice.';
}
