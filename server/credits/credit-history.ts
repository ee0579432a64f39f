import { BALANCE_LINES, type CreditHistoryFilter, type CreditLine } from '#contract/credit-history.ts';
import { CallError } from '#contract/errors.ts';
import { shortTaskName } from '#contract/task-name.ts';
import { BYTE_ORDER_MARK, csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { addDays, localDays } from '#engines/local-days/local-days.ts';
import type { Database } from '../platform/database/db.ts';
import { type LineFilter, linesPage } from './line-store.ts';

/** What the history says about its lines, from the folders that know it. */
export interface LineNames {
  /** What the lines of each kind are for, in words. A filter can have these kinds and `balance`. */
  kinds: ReadonlyMap<string, string>;
  /** The names and types of tasks by their ids. */
  taskNames(taskIds: readonly string[]): Promise<ReadonlyMap<string, { name: string; type: string }>>;
  /** The lists that tasks worked in, by the ids of the tasks. */
  listsOfTasks(taskIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const BALANCE_LABELS: Readonly<Record<string, string>> = {
  'sign-up': 'Welcome credits',
  'first-sign-in': 'Welcome credits',
  downgrade: 'Removed when the plan ended',
  operator: 'Set by the administrator',
};

/** A page of lines with their labels and names, latest first. `next`: the last line, if there are more. */
export async function historyPage(
  db: Database['db'],
  names: LineNames,
  accountId: string,
  filter: LineFilter,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<{ lines: CreditLine[]; next: number | null }> {
  const rows = await linesPage(db, accountId, filter, { before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const taskIds = page.flatMap(({ task_id }) => task_id ?? []);
  const tasks = await names.taskNames(taskIds);
  const lists = await names.listsOfTasks(taskIds);
  const lines = page.map((row) => {
    const task = row.task_id === null ? undefined : tasks.get(row.task_id);
    return {
      id: row.id,
      at: row.started_at.toISOString(),
      kind: row.kind,
      label: lineLabel(names.kinds, row),
      amount: Number(row.amount),
      included: Number(row.included),
      refunded: Number(row.refunded),
      taskId: task ? row.task_id : null,
      taskType: task?.type ?? null,
      listId: lists.get(row.task_id ?? '') ?? null,
      name: task?.name ?? '',
    };
  });
  return { lines, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

const CSV_STEP_LINES = 1000;

/** All lines of a filter as CSV, in steps, latest first. Times are in the time zone that the header names. */
export async function* historyCsv(
  db: Database['db'],
  names: LineNames,
  accountId: string,
  { filter, timeZone }: { filter: LineFilter; timeZone: string },
): AsyncGenerator<string> {
  const { formatTime } = localDays(timeZone);
  yield BYTE_ORDER_MARK +
    csvHeader([`Date (${timeZone})`, 'What for', 'Task', 'Credits', 'Included', 'Refunded', 'Task ID']);
  for (let before: number | undefined; ; ) {
    const { lines, next } = await historyPage(db, names, accountId, filter, {
      before,
      limit: CSV_STEP_LINES,
    });
    yield lines
      .map(({ at, label, name, amount, included, refunded, taskId }) =>
        csvLine([formatTime(new Date(at)), label, shortTaskName(name), amount, included, refunded, taskId]),
      )
      .join('');
    if (next === null) return;
    before = next;
  }
}

/** The lines that a request wants. Throws `validation_failed` for an unknown kind and for days in the wrong order. */
export function lineFilter(
  { kinds }: Pick<LineNames, 'kinds'>,
  { kind, from, to, timeZone }: CreditHistoryFilter,
): LineFilter {
  if (kind !== undefined && kind !== BALANCE_LINES && !kinds.has(kind)) {
    const known = [...kinds.keys(), BALANCE_LINES].join(', ');
    throw new CallError('validation_failed', `“${kind}” is not a kind. Use one of: ${known}.`);
  }
  if (from !== undefined && to !== undefined && from > to)
    throw new CallError('validation_failed', 'The first day must not be after the last day.');
  const { dayStart } = localDays(timeZone);
  return {
    kind,
    from: from === undefined ? undefined : dayStart(from),
    to: to === undefined ? undefined : dayStart(addDays(to, 1)),
  };
}

function lineLabel(kinds: LineNames['kinds'], { kind, reason }: { kind: string; reason: string }): string {
  const label = kind === BALANCE_LINES ? BALANCE_LABELS[reason] : kinds.get(kind);
  return label ?? reason.charAt(0).toUpperCase() + reason.slice(1).replaceAll('-', ' ');
}
