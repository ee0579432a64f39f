import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { LeadSaveInput } from '#contract/lead-saves.ts';
import type { ListView } from '#contract/lists.ts';
import { pluralForm } from '#contract/plural.ts';
import type { NewSchedule, ScheduledWork } from '#contract/schedules.ts';
import type { StartSave } from '#contract/start-save.ts';
import { parseInput } from '../http/bind.ts';
import type { Session } from '../http/context.ts';
import { assertScope } from '../http/key-scope.ts';
import { LEAD_DATABASE_SHAPES } from '../leads/databases.ts';
import { requireColumns, requireList } from '../lists/lists.ts';
import { prepareSave } from '../lists/prepare-save.ts';
import type { SaveDeps } from '../lists/save-leads.ts';
import { stepsOfRun } from '../lists/steps/run-scope.ts';
import { findOwnTask } from '../tasks/own-tasks.ts';
import { taskInputs } from '../tasks/task-inputs.ts';
import type { TaskRecord, TaskTool } from '../tasks/task-tool.ts';
import { searchText } from './search-text.ts';

export type ScheduleDeps = SaveDeps;

type NewWork = z.output<typeof NewSchedule>['work'];
export type ListWork = Extract<ScheduledWork, { kind: 'list' }>;

/** What a schedule is to run, with what it needs stored: the list, and what to call it. */
export interface CheckedWork {
  work: ScheduledWork;
  listId: string | null;
  name: string;
}

const NO_REPEAT = 'Tasks of this tool can’t be repeated.';

/**
 * Checks what a schedule is to run, as its start would. Throws CallError: `not_found` for a list or task that the account
 * doesn't have, `validation_failed` for what can't be repeated, `forbidden` for an API key that can't start it.
 */
export async function checkWork(deps: ScheduleDeps, session: Session, work: NewWork): Promise<CheckedWork> {
  const { accountId } = session;
  switch (work.kind) {
    case 'list': {
      const list = await requireList(deps, accountId, work.list);
      checkListWork(list, work);
      return { work, listId: list.id, name: list.name };
    }
    case 'leads': {
      // It exports leads, which is more than to run.
      assertScope(session, 'export', work);
      const search = { ...work.search, leads: null };
      return { work: { ...work, search }, listId: null, name: search.name };
    }
    case 'tool': {
      const { label } = repeatedTool(deps, work.type).definition;
      if (work.list === undefined) {
        const accepted = await acceptItems(deps, work, work.items ?? []);
        await checkSave(deps, accountId, accepted, work.saveTo);
        return { work, listId: null, name: label };
      }
      const list = await requireList(deps, accountId, work.list);
      requireColumns(list, work.column === undefined ? [] : [work.column]);
      await checkSave(deps, accountId, { type: work.type, options: work.options }, work.saveTo);
      return { work, listId: list.id, name: `${label}: ${list.name}` };
    }
    case 'task': {
      const task = await findOwnTask(deps.database.db, accountId, work.task);
      if (!task) throw new CallError('not_found');
      const tool = repeatedTool(deps, task.type);
      const items = await taskInputs(deps.database.db, task);
      const { saveTo } = work;
      await checkSave(deps, accountId, await acceptItems(deps, task, items), saveTo);
      return {
        work: { kind: 'tool', type: task.type, options: task.options, items, ...(saveTo && { saveTo }) },
        listId: null,
        name: task.name ?? tool.definition.label,
      };
    }
  }
}

/** Throws CallError for a step or view that a list doesn't have, and if it has no step that a tool works. */
export function checkListWork(
  list: Pick<ListView, 'steps' | 'views'>,
  { steps, view }: Pick<ListWork, 'steps' | 'view'>,
): void {
  stepsOfRun(list, steps);
  if (view !== undefined && !list.views.some(({ name }) => name === view))
    throw new CallError('validation_failed', `The list has no view “${view}”.`);
}

/**
 * The chosen steps without those that were chosen `before` and that the list no longer has; undefined: all were chosen. Throws
 * `not_found` if none is left.
 */
export function stepsLeft(
  { steps: all }: Pick<ListView, 'steps'>,
  chosen: string[] | undefined,
  before = chosen,
): string[] | undefined {
  const left = chosen?.filter((id) => all.some((step) => step.id === id) || !before?.includes(id));
  if (left?.length === 0)
    throw new CallError(
      'not_found',
      'The columns that it fills were deleted. Edit the schedule to choose others.',
    );
  return left;
}

/** Throws what saving the results of a run would be refused with, as far as it is known now. */
async function checkSave(
  deps: ScheduleDeps,
  accountId: string,
  task: Pick<TaskRecord, 'type' | 'options'>,
  saveTo: StartSave | undefined,
): Promise<void> {
  if (saveTo) await prepareSave(deps, accountId, task, saveTo);
}

/** What a task of a tool works on, checked as its start call would. Throws CallError. */
export async function acceptItems(
  deps: ScheduleDeps,
  { type, options: chosen }: { type: string; options: Readonly<Record<string, string>> },
  items: readonly string[],
) {
  const { start, accept, definition, toInput } = repeatedTool(deps, type);
  const input = parseInput(start.input, { ...toInput([...items]), ...chosenOptions(chosen) });
  const { inputs, options = {} } = await accept(deps, input);
  return { type: definition.task.type, inputs, options };
}

/** Options of a task as its start call takes them. A task stores all as text. */
function chosenOptions(options: Readonly<Record<string, string>>): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      value === 'true' || value === 'false' ? value === 'true' : value,
    ]),
  );
}

/** A tool whose tasks can be repeated, and how it takes items. Throws `validation_failed`. */
export function repeatedTool({ taskTools }: Pick<ScheduleDeps, 'taskTools'>, type: string) {
  const tool = taskTools.get(type);
  const takes = tool && takenBy(tool);
  if (!tool?.start || !tool.accept || !takes) throw new CallError('validation_failed', NO_REPEAT);
  const { start, accept, definition } = tool;
  return { start, accept: accept.bind(tool), definition, itemKey: tool.itemKey, toInput: takes.toInput };
}

function takenBy({ definition }: TaskTool) {
  const [takes] = definition.task.repeats ? Object.values(definition.takes ?? {}) : [];
  return takes;
}

/** Names of columns in a text. */
const NAMED_STEPS = 3;

/** The columns that a schedule of a list fills, as its owner reads it. */
function columnsText({ steps }: ListWork, list: SubjectList | undefined): string {
  if (!steps) return 'the columns';
  const names = (list?.steps ?? []).flatMap(({ id, name }) => (steps.includes(id) ? [`“${name}”`] : []));
  if (names.length === 0) return 'columns';
  return names.length > NAMED_STEPS ? `${names.length} columns` : names.join(', ');
}

type SubjectList = Pick<ListView, 'name' | 'steps'>;

/** What a schedule runs, as its owner reads it. `of`: its list; undefined if that is gone. */
export function workSubject(
  { taskTools }: Pick<ScheduleDeps, 'taskTools'>,
  { work, items: count }: { work: ScheduledWork; items: number },
  of: SubjectList | undefined,
): string {
  const list = of === undefined ? 'a list that was deleted' : `“${of.name}”`;
  switch (work.kind) {
    case 'list':
      return `Runs ${columnsText(work, of)} of ${list}${work.view === undefined ? '' : `, view “${work.view}”`}`;
    case 'leads':
      return leadsSubject(work.search, of?.name ?? work.search.name);
    case 'tool': {
      const definition = taskTools.get(work.type)?.definition;
      const label = definition?.label ?? work.type;
      const noun = pluralForm(count, definition?.task.itemNoun ?? 'item');
      const saved = work.saveTo ? `, saved to “${work.saveTo.name}”` : '';
      return `${label} of ${work.list === undefined ? `${count.toLocaleString('en-US')} ${noun}` : list}${saved}`;
    }
  }
}

/** So that searches which fill the same list can be told apart. */
function leadsSubject({ database, filters }: LeadSaveInput, list: string): string {
  const subject = `Adds new leads from ${LEAD_DATABASE_SHAPES[database].title} to “${list}”`;
  const text = searchText(filters);
  return text === '' ? subject : `${subject}: ${text}`;
}
