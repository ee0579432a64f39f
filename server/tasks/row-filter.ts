import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ColumnCondition } from '#contract/column-conditions.ts';
import { CallError } from '#contract/errors.ts';
import { ownField, STATUS_FIELD, type TaskRowFilter } from '#contract/task-csv.ts';
import { meets } from '#tools/list-tool/column-filter.ts';
import { containsText, searchText } from '#tools/list-tool/row-text.ts';
import type { TaskDefinition } from '#tools/tool.ts';
import type { Result } from './results.ts';
import type { TaskRecord } from './store.ts';
import type { ContentFilter, OwnRows, TaskTool } from './task-tool.ts';

/** What every task's rows can be filtered by, unless its tool has statuses of its own. */
const OUTCOMES = ['found', 'not_found', 'failed'] as const;
const OWN_FIELD = /^own-[1-9]\d{0,3}$/;

/** Whether a filter leaves out any rows. */
export function isFiltered({ show = 'all', q = '', where = [], selected }: TaskRowFilter): boolean {
  return show !== 'all' || q.trim() !== '' || where.length > 0 || selected !== undefined;
}

/**
 * The rows and lines of a task that a filter keeps, as the page shows them. A condition on an own column is about each
 * line: of the people of one company, only those in Berlin. `openList` opens the list of the task. Throws CallError for
 * what the task doesn't have.
 */
export async function readRowFilter(
  task: Pick<TaskRecord, 'total'>,
  tool: Pick<TaskTool, 'definition'>,
  filter: TaskRowFilter,
  openList: () => Promise<OwnRows | undefined>,
): Promise<ContentFilter> {
  const { q = '', where = [], selected } = filter;
  const ours = where.filter(({ fields }) => !fields.some(isOwnField));
  const own = where.filter(({ fields }) => fields.some(isOwnField));
  if (own.length > 0) requireOwnColumns(await openList(), own);
  const last = selected?.at(-1) ?? 0;
  if (last >= task.total) {
    throw new CallError(
      'validation_failed',
      `The task has no row ${last}. Its rows are 0 to ${Math.max(0, task.total - 1)}.`,
    );
  }
  const positions = selected && new Set(selected);
  const containing = q.trim() === '' ? new Set<number>() : await positionsWith(await openList(), q);
  const matches = resultFilter(tool.definition.task, { ...filter, where: ours }, containing);
  return {
    filtered: isFiltered(filter),
    shows: (result) => (!positions || positions.has(result.position)) && matches(result),
    ...(own.length > 0 && {
      showsLine: (cells) => {
        const row = Object.fromEntries(cells.map((cell, index) => [ownField(index), cell]));
        return own.every((condition) => meets(row, condition));
      },
    }),
  };
}

function isOwnField(field: string): boolean {
  return OWN_FIELD.test(field);
}

function requireOwnColumns(list: OwnRows | undefined, conditions: readonly ColumnCondition[]): void {
  const known = (list?.columns ?? []).map((_, index) => ownField(index));
  for (const field of conditions.flatMap(({ fields }) => fields))
    if (!known.includes(field)) throw unknownColumn(field, known);
}

/** The items with a text in an own column of one of their lines. */
async function positionsWith(list: OwnRows | undefined, text: string): Promise<Set<number>> {
  const found = new Set<number>();
  if (!list) return found;
  for await (const page of list.rows()) {
    for (const { positions, cells } of page)
      if (containsText(searchText({ cells }, ['cells']), text))
        for (const position of positions) found.add(position);
    await nextTurn();
  }
  return found;
}

export function unknownColumn(name: string, columns: readonly string[]): CallError {
  const known =
    columns.length > 0 ? `The columns are ${[...new Set(columns)].join(', ')}.` : 'It has no own columns.';
  return new CallError('validation_failed', `There is no column “${name.slice(0, 40)}”. ${known}`);
}

function outcomeOf({ found, failed }: Result): (typeof OUTCOMES)[number] {
  if (found) return 'found';
  return failed ? 'failed' : 'not_found';
}

/** Which results match, by our columns. `containing`: those whose own columns have the text. */
function resultFilter(
  { filter, csv }: TaskDefinition,
  { show = 'all', q = '', where = [] }: Pick<TaskRowFilter, 'show' | 'q' | 'where'>,
  containing: ReadonlySet<number>,
): (result: Result) => boolean {
  const { status, text: fields = csv.columns } = filter ?? {};
  const statuses: readonly string[] = status?.values ?? OUTCOMES;
  const statusOf = (result: Result) => (status ? result.fields[status.field] : outcomeOf(result));
  if (show !== 'all' && !statuses.includes(show)) {
    throw new CallError(
      'validation_failed',
      `There is no status “${show}”. The statuses are ${statuses.join(', ')}.`,
    );
  }
  const known = [...csv.columns, ...fields, 'charge', STATUS_FIELD];
  for (const field of where.flatMap((condition) => condition.fields))
    if (!known.includes(field)) throw unknownColumn(field, known);
  return (result) => {
    const row = { ...result.fields, charge: result.charge, [STATUS_FIELD]: statusOf(result) };
    return (
      (show === 'all' || row[STATUS_FIELD] === show) &&
      (q.trim() === '' ||
        containing.has(result.position) ||
        containsText(searchText(result.fields, fields), q)) &&
      where.every((condition) => meets(row, condition))
    );
  };
}
