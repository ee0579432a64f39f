import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { FoundChange, ScheduleChanges } from '#contract/schedules.ts';
import { BYTE_ORDER_MARK, csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { withChanged } from '../lists/leads-of-rows.ts';
import { listFields } from '../lists/list-fields.ts';
import { type ReadRow, rowsById } from '../lists/row-steps.ts';
import { checkRows } from '../lists/shown-rows.ts';
import { findOwnTask } from '../tasks/own-tasks.ts';
import { rowsAt } from '../tasks/results.ts';
import { cellText } from './cell-text.ts';
import { type ChangeRecord, changesAfter } from './found-store.ts';
import { findRunList } from './run-list.ts';
import { findRun, type RunRecord } from './run-store.ts';
import { findSchedule } from './store.ts';
import { viewRuns } from './view-runs.ts';
import type { ScheduleDeps } from './work.ts';

type Column = z.output<typeof ScheduleChanges>['columns'][number];
type Values = Readonly<Record<string, string>>;

/** Where the values of changes are. People who opted out have none. */
interface Source {
  columns: readonly Column[];
  now(changes: readonly ChangeRecord[]): Promise<ReadonlyMap<number, Values>>;
  before(places: readonly number[]): Promise<ReadonlyMap<number, Values>>;
}

const NO_VALUES: ReadonlyMap<number, Values> = new Map();
const PER_STEP = 200;

/** A page of what a run found. Throws `not_found`, also for the runs of others. */
export async function viewChanges(
  deps: ScheduleDeps,
  accountId: string,
  { run: id, after = -1, limit }: { run: string; after?: number | undefined; limit: number },
): Promise<z.output<typeof ScheduleChanges>> {
  const run = await requireRun(deps, accountId, id);
  const source = await openSource(deps, run);
  const found = await changesAfter(deps.database.db, id, { after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const [view] = await viewRuns(deps.database.db, [run]);
  if (!view) throw new CallError('not_found');
  return {
    run: view,
    columns: [...source.columns],
    changes: await withValues(source, page),
    next: found.length > limit ? (page.at(-1)?.position ?? null) : null,
  };
}

/** The same as a CSV file. */
export async function changesFile(
  deps: ScheduleDeps,
  accountId: string,
  id: string,
): Promise<() => AsyncGenerator<string>> {
  const run = await requireRun(deps, accountId, id);
  const source = await openSource(deps, run);
  const names = new Map(source.columns.map((column) => [column.id, column.name]));
  return async function* file() {
    yield BYTE_ORDER_MARK + csvHeader(['Change', 'Changed columns', ...names.values()]);
    for (let after = -1; ; ) {
      const page = await changesAfter(deps.database.db, id, { after, limit: PER_STEP });
      const changes = await withValues(source, page);
      yield changes
        .map(({ kind, changed, values }) =>
          csvLine([
            kind,
            changed.map((column) => names.get(column) ?? column),
            ...source.columns.map((column) => values[column.id] ?? ''),
          ]),
        )
        .join('');
      const last = page.at(-1);
      if (!last || page.length < PER_STEP) return;
      after = last.position;
    }
  };
}

async function requireRun(deps: ScheduleDeps, accountId: string, id: string): Promise<RunRecord> {
  const run = await findRun(deps.database.db, accountId, id);
  if (!run) throw new CallError('not_found');
  return run;
}

async function withValues(source: Source, changes: readonly ChangeRecord[]): Promise<FoundChange[]> {
  const now = await source.now(changes);
  const earlier = await source.before(changes.flatMap(({ before_place: place }) => place ?? []));
  return changes.map(({ position, kind, place, before_place, fields }) => {
    const old = before_place === null ? undefined : earlier.get(before_place);
    return {
      position,
      kind,
      changed: fields,
      values: { ...(kind === 'gone' ? old : place === null ? undefined : now.get(place)) },
      before:
        kind === 'changed' && old ? Object.fromEntries(fields.map((field) => [field, old[field] ?? ''])) : {},
    };
  });
}

async function openSource(deps: ScheduleDeps, run: RunRecord): Promise<Source> {
  const { account_id: accountId } = run;
  if (run.task_id === null || run.list_id !== null) {
    const list = run.list_id === null ? undefined : await findRunList(deps, accountId, run.list_id);
    if (!list) return { columns: [], now: async () => NO_VALUES, before: async () => NO_VALUES };
    const rowsAtPlaces = async (
      places: readonly number[],
      newer?: (rows: readonly ReadRow[]) => Promise<ReadRow[]>,
    ) => {
      if (places.length === 0) return NO_VALUES;
      const rows = await rowsById(deps.database.db, list.id, places);
      const { shown } = await checkRows(deps, list, newer ? await newer(rows) : rows);
      return new Map(shown.map(({ id, cells }) => [id, cells]));
    };
    const schedule = await findSchedule(deps.database.db, accountId, run.schedule_id);
    const columns = listFields(list).map(({ id, name }) => ({ id, name }));
    if (schedule?.work.kind !== 'leads')
      return {
        columns,
        now: (changes) => rowsAtPlaces(placesOf(changes)),
        // A list has only the values of now.
        before: async () => NO_VALUES,
      };
    const { database } = schedule.work.search;
    return {
      columns,
      // The list has what was saved, and the database what changed since.
      now: (changes) =>
        rowsAtPlaces(placesOf(changes), (rows) =>
          withChanged(deps, { accountId, database, list }, rows, changes),
        ),
      before: (places) => rowsAtPlaces(places),
    };
  }
  const task = await findOwnTask(deps.database.db, accountId, run.task_id);
  const columns = task ? (deps.taskTools.get(task.type)?.definition.task.csv.columns ?? []) : [];
  const before =
    run.before_id === null ? undefined : await findRun(deps.database.db, accountId, run.before_id);
  const valuesOf = async (taskId: string | null | undefined, places: readonly number[]) => {
    const of = taskId ? await findOwnTask(deps.database.db, accountId, taskId) : undefined;
    if (!of || places.length === 0) return NO_VALUES;
    const rows = await rowsAt(deps, { accountId, id: of.id, type: of.type }, places);
    return new Map(
      rows.map(({ position, fields }) => [
        position,
        Object.fromEntries(columns.map((column) => [column, cellText(fields[column])])),
      ]),
    );
  };
  return {
    columns: columns.map((id) => ({ id, name: id })),
    now: (changes) => valuesOf(run.task_id, placesOf(changes)),
    before: (places) => valuesOf(before?.task_id, places),
  };
}

function placesOf(changes: readonly ChangeRecord[]): number[] {
  return changes.flatMap(({ place }) => place ?? []);
}
