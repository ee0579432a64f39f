import { isDeepStrictEqual } from 'node:util';
import { isUnlimited } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { LIST_TASK_MAX_ROWS } from '#contract/limits.ts';
import type { ListColumns, ListQuote } from '#contract/lists.ts';
import type { StartSave } from '#contract/start-save.ts';
import type { StartWebhook } from '#contract/start-webhook.ts';
import type { TaskOptions } from '#contract/tasks.ts';
import { findGateAccount } from '../accounts/account.ts';
import { requirePayer } from '../api-keys/payer.ts';
import type { Deps } from '../deps.ts';
import { parseInput } from '../http/bind.ts';
import type { Session } from '../http/context.ts';
import { findResult, type KeyClaim } from '../idempotency/idempotency.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { MEGABYTE } from '../platform/disk/free-bytes.ts';
import type { Turns } from '../platform/turns.ts';
import { hasFreeItems } from '../tasks/free-items.ts';
import { startTask } from '../tasks/start-task.ts';
import type { AcceptedItems, ListStart, TaskRecord, TaskTool, TaskTools } from '../tasks/task-tool.ts';
import { chooseColumns } from './choose-columns.ts';
import { openLeftOut } from './exclusions/left-out.ts';
import { listFields } from './list-fields.ts';
import { conditionColumns, requireColumns, requireList, viewList } from './lists.ts';
import { prepareSave } from './prepare-save.ts';
import { type ListSelection, shownPages } from './shown-rows.ts';
import type { ListRecord } from './store.ts';

type StartFromListDeps = Deps & {
  taskTools: TaskTools;
  /** reads lists into memory, a few at a time */
  reading: Pick<Turns, 'run'>;
};

/** The rows of a list that a task is to work with. */
export interface Selection extends ListSelection {
  id: string;
  type: string;
  /** of a tool that does several things, as the list says in `tools` */
  options?: TaskOptions | undefined;
  /** IDs of exclusion lists, with commas between them */
  leaveOut?: string | undefined;
}

const NO_START = 'This tool can’t start with a list.';
/** What the rows of one task can fill in memory. */
const MAX_BYTES = 20 * MEGABYTE;

/**
 * What a task with these rows would work through and cost at most. Without `columns`, chooses them. `signal`: ends the
 * wait for other lists.
 */
export async function quoteTask(
  deps: StartFromListDeps,
  accountId: string,
  selection: Selection,
  columns?: ListColumns,
  signal?: AbortSignal,
): Promise<ListQuote> {
  const { list, tool, fromList } = await find(deps, accountId, selection);
  const named = chooseColumns(fromList, viewList(deps, list).source, list.columns, listFields(list));
  const chosen = columns ?? named;
  const roles = fromList.roles.filter(({ role, extra }) => !extra || named[role] !== null);
  const { task } = tool.definition;
  const account = await findGateAccount(deps.database.db, deps.config, accountId);
  const quote = (items: number, rows: number, problem: string | null): ListQuote => ({
    type: task.type,
    action: actionOf(fromList, selection.options),
    roles: roles.map(({ role, label, required }) => ({ role, label, required })),
    columns: chosen,
    items,
    skipped: Math.max(0, rows - items),
    credits: account && isUnlimited(account) ? 0 : items * task.creditsPerItem,
    itemNoun: task.itemNoun,
    problem,
  });
  try {
    const wanted = { ...selection, columns: chosen };
    const { accepted, rows } = await prepare(deps, accountId, list, tool, fromList, wanted, signal);
    // A row without a website or address to look up is kept, and never costs anything.
    const worked = accepted.inputs.filter((input) => !tool.isFree?.(input));
    return quote(worked.length, rows, null);
  } catch (error) {
    if (!(error instanceof CallError) || error.status >= 500 || error.code === 'rate_limited') throw error;
    return quote(0, list.rows, error.message);
  }
}

/** Starts a task with these rows, in the same way as the page of its tool does. Throws CallError. */
export async function startWithList(
  deps: StartFromListDeps,
  { accountId, apiKey }: Pick<Session, 'accountId' | 'apiKey'>,
  {
    webhook,
    cap,
    saveTo,
    ...selection
  }: Selection & {
    columns: ListColumns;
    cap?: number | undefined;
    webhook?: StartWebhook | undefined;
    saveTo?: StartSave | undefined;
  },
  claim: KeyClaim | null,
): Promise<TaskRecord> {
  const { list, tool, fromList } = await find(deps, accountId, selection);
  const { db } = deps.database;
  // Before the list is read. A repeated request gets its task, even without access.
  if ((await findResult(db, claim)) === null) {
    const now = new Date(deps.clock.now());
    const free = await hasFreeItems(db, accountId, tool, now);
    const account = await findGateAccount(db, deps.config, accountId);
    await requirePayer(db, deps, { account, apiKeyId: apiKey?.id ?? null }, { free });
  }
  const { accepted } = await prepare(deps, accountId, list, tool, fromList, selection);
  const { inputs, options = {}, attach, attachedBytes = 0 } = accepted;
  const { type } = tool.definition.task;
  return startTask(deps, {
    accountId,
    apiKeyId: apiKey?.id ?? null,
    type,
    inputs,
    options,
    webhook,
    cap,
    prepareSave: saveTo && (() => prepareSave(deps, accountId, { type, options }, saveTo)),
    claim,
    ...(attach ? { attach, attachedBytes } : {}),
  });
}

async function find(
  deps: StartFromListDeps,
  accountId: string,
  { id, type, where }: Selection,
): Promise<{ list: ListRecord; tool: TaskTool; fromList: ListStart }> {
  const list = await requireList(deps, accountId, id);
  requireColumns(list, conditionColumns(where));
  const tool = deps.taskTools.get(type);
  if (!tool?.fromList) throw new CallError('validation_failed', NO_START);
  return { list, tool, fromList: tool.fromList };
}

/** The label of what the tool does with these options. */
function actionOf({ action, more = [] }: ListStart, options: TaskOptions = {}): string {
  return more.find((each) => isDeepStrictEqual(each.options, options))?.action ?? action;
}

/** Turns the rows into the request of the tool's own page, and lets the tool read it. */
async function prepare(
  deps: StartFromListDeps,
  accountId: string,
  list: ListRecord,
  { start, accept, definition }: TaskTool,
  fromList: ListStart,
  {
    columns,
    leaveOut,
    options = {},
    ...chosen
  }: ListSelection & Pick<Selection, 'options' | 'leaveOut'> & { columns: ListColumns },
  signal?: AbortSignal,
): Promise<{ accepted: AcceptedItems; rows: number }> {
  requireColumns(
    list,
    Object.values(columns).filter((column) => column !== null),
  );
  if (!start || !accept) throw new CallError('validation_failed', NO_START);
  const problem = fromList.problem(columns);
  if (problem !== null) throw new CallError('validation_failed', problem);
  const read = async () => {
    const exclusionOf = leaveOut ? await openLeftOut(deps, accountId, list, leaveOut.split(',')) : null;
    const selection = { ...chosen, exclusionOf };
    const rows = await readRows(deps, list, selection, definition.task.maxItems);
    const input = fromList.input({ columns: list.columns, rows }, columns, options);
    return { accepted: await accept(deps, parseInput(start.input, input)), rows: rows.length };
  };
  return deps.reading.run(accountId, () => runHeavy(accountId, read), signal);
}

async function readRows(
  deps: StartFromListDeps,
  list: ListRecord,
  selection: ListSelection,
  maxItems: number,
): Promise<Record<string, string>[]> {
  const max = Math.min(maxItems, LIST_TASK_MAX_ROWS);
  const rows: Record<string, string>[] = [];
  let bytes = 0;
  for await (const page of shownPages(deps, list, selection)) {
    for (const { cells } of page) {
      rows.push(cells);
      bytes += JSON.stringify(cells).length;
    }
    if (rows.length > max || bytes > MAX_BYTES) {
      throw new CallError(
        'validation_failed',
        `A task can start with ${max.toLocaleString('en-US')} rows and 20 MB of a list. Search the list to choose fewer rows.`,
      );
    }
  }
  if (rows.length === 0) throw new CallError('validation_failed', 'No row of the list matches.');
  return rows;
}
