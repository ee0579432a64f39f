import { createHash } from 'node:crypto';
import { SCHEDULE_CHANGES_MAX } from '#contract/schedules.ts';
import { shownPages } from '../lists/shown-rows.ts';
import { resultPages } from '../tasks/results.ts';
import { cellText } from './cell-text.ts';
import { type Difference, type LookedAt, openComparison } from './compare.ts';
import { deleteFound, insertChanges, openPrints, readPrints } from './found-store.ts';
import { compareLeads } from './lead-changes.ts';
import { findRunList, requireRunList, rowsOfRun } from './run-list.ts';
import { findDoneRun, type RunRecord } from './run-store.ts';
import type { ScheduleRecord } from './store.ts';
import { repeatedTool, type ScheduleDeps } from './work.ts';

/** What a run changed since the run before. */
export interface Found {
  added: number;
  gone: number;
  changed: number;
  /** nothing to compare with */
  first: boolean;
  /** the run before */
  before: RunRecord | null;
  fields: readonly string[];
  /** the list that it is about; null for the task of the run */
  list: string | null;
}

/** How the work of a run ended, as far as it matters for its changes. */
export interface FoundWork {
  /** leads that were saved to a list */
  saved?: { list: string | null; added: number } | undefined;
  /** it ended early, so what it didn't look at stays as it was seen before */
  partial: boolean;
}

/**
 * Compares what a run leaves with what the run before left, and stores both: where changes are, and prints to compare the
 * next run with. It can be repeated. Throws CallError: `not_found` if its list or view was deleted since the run started.
 */
export async function findChanges(
  deps: ScheduleDeps,
  schedule: ScheduleRecord,
  run: RunRecord,
  { saved, partial }: FoundWork,
): Promise<Found> {
  const { db } = deps.database;
  await deleteFound(db, run.id);
  const { work } = schedule;
  if (work.kind === 'leads') return findLeadChanges(deps, schedule, run, saved);
  const before = (await findDoneRun(db, schedule.id)) ?? null;
  const first = before === null;
  const { fields, list, pages } = await itemsOf(deps, schedule, run);
  const comparison = openComparison(fields, {
    fields: before?.fields ?? [],
    seen: before ? await readPrints(db, before.id) : new Map(),
  });
  const counts = { added: 0, gone: 0, changed: 0 };
  const changes: Difference[] = [];
  const note = (difference: Difference) => {
    counts[difference.kind] += 1;
    if (!first && changes.length < SCHEDULE_CHANGES_MAX) changes.push(difference);
  };
  const prints = openPrints(db, run.id);
  for await (const page of pages()) {
    for (const each of page) {
      const { seen, difference } = comparison.look(each);
      if (seen) await prints.add(seen);
      if (difference) note(difference);
    }
  }
  if (work.kind === 'tool' && (partial || run.task_id === null))
    for (const seen of comparison.rest()) await prints.add(seen);
  await prints.end();
  for (const difference of comparison.gone()) note(difference);
  await insertChanges(
    db,
    changes.map((change, position) => ({ run_id: run.id, position, ...change })),
  );
  return { ...counts, first, before, fields, list };
}

interface Items {
  fields: readonly string[];
  list: string | null;
  pages(): AsyncGenerator<LookedAt[]>;
}

/** What a run looked at: the rows of its list, or the results of its task. */
async function itemsOf(
  deps: ScheduleDeps,
  { account_id: accountId, work }: ScheduleRecord,
  run: RunRecord,
): Promise<Items> {
  if (work.kind === 'list') {
    const list = await requireRunList(deps, accountId, work.list);
    const filter = rowsOfRun(list, work.view);
    return {
      fields: list.columns,
      list: list.id,
      async *pages() {
        for await (const page of shownPages(deps, list, filter))
          yield page.map(({ id, cells }) => ({
            item: String(id),
            place: id,
            values: list.columns.map((column) => cells[column] ?? ''),
          }));
      },
    };
  }
  if (work.kind === 'leads') throw new Error('Leads are compared with their list.');
  const { definition, itemKey } = repeatedTool(deps, work.type);
  const { csv, receiptFields } = definition.task;
  const taskId = run.task_id;
  return {
    fields: csv.columns,
    list: null,
    async *pages() {
      if (taskId === null) return;
      for await (const page of resultPages(deps, taskId, receiptFields))
        yield page.map(({ input, position, found, failed, fields }) => ({
          item: createHash('sha256').update(itemKey(input)).digest('base64url').slice(0, 16),
          place: position,
          values: found ? csv.columns.map((column) => sortedText(fields[column])) : null,
          fails: failed,
        }));
    },
  };
}

/** What is new and what changed in a list that leads were saved to. */
async function findLeadChanges(
  deps: ScheduleDeps,
  schedule: ScheduleRecord,
  run: RunRecord,
  saved: FoundWork['saved'],
): Promise<Found> {
  const counts = { added: saved?.added ?? 0, gone: 0, changed: 0 };
  const listId = saved?.list ?? schedule.list_id;
  const ended = { first: false, before: null, fields: [], list: listId };
  const list = listId === null ? undefined : await findRunList(deps, run.account_id, listId);
  // It may have been deleted since the run started.
  if (!list) return { ...counts, ...ended };
  const { before, differences } = await compareLeads(deps, schedule, run, list);
  const changes: Difference[] = [];
  for await (const difference of differences) {
    if (difference.kind !== 'added') counts[difference.kind] += 1;
    if (changes.length < SCHEDULE_CHANGES_MAX) changes.push(difference);
  }
  await insertChanges(
    deps.database.db,
    changes.map((change, position) => ({ run_id: run.id, position, ...change })),
  );
  return { ...counts, ...ended, before };
}

/** The text of a value. The same values in another order are no change. */
function sortedText(value: unknown): string {
  return cellText(Array.isArray(value) ? value.toSorted() : value);
}
