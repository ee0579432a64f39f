import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { plural } from '#contract/plural.ts';
import { isRunning, StopReason, TaskView } from '#contract/tasks.ts';
import { toolFor } from '#tools/index/tools.ts';
import type { ListKind } from '#tools/tool.ts';
import { fittingRows, shortened } from './answer-size.ts';
import { type McpAnswer, type McpCalls, mcpTool } from './mcp-tool.ts';
import { MONEY_OUTPUT, quoteAnswer, requestKey, SPENDING } from './money.ts';
import { chosenFields, requireFields } from './task-fields.ts';

const ITEMS_MAX = 5000;
const WAIT_SECONDS = 45;

/** What each kind of list is in, as the tools call it. */
const KINDS = [
  'websites',
  'companies',
  'profiles',
  'emails',
  'people',
] as const satisfies readonly ListKind[];
type Kind = (typeof KINDS)[number];

const Items = {
  kind: z
    .enum(KINDS)
    .describe(
      'What the items are. websites: find their emails, phones and profiles. companies: find their websites by name. people: find their work emails. emails: verify that they exist. profiles: names, titles and contacts of LinkedIn profiles.',
    ),
  items: z
    .array(z.string().trim().min(1).max(2000))
    .min(1)
    .max(ITEMS_MAX)
    .describe(
      'URLs, company names, LinkedIn URLs or email addresses; for people, "First, Last, domain.com".',
    ),
};

/** How an item can hold several values: what is between them, and what each of them has. Names of companies have spaces and commas. */
const SEVERAL: Readonly<Record<Kind, { between: RegExp; has: string }>> = {
  websites: { between: /[\s;|]+/, has: '.' },
  emails: { between: /[\s,;|]+/, has: '@' },
  profiles: { between: /[\s,;|]+/, has: '/in/' },
  companies: { between: /[\r\n;|]+/, has: '' },
  people: { between: /[\r\n]+/, has: '' },
};

/** Whether an item has several values: each would be worked and charged. */
function hasSeveral(kind: Kind, item: string): boolean {
  const { between, has } = SEVERAL[kind];
  return item.split(between).filter((part) => part.trim() !== '' && part.includes(has)).length > 1;
}

/** Throws `validation_failed` for an item with several values, so that the number of items says what they cost. */
function assertSingle(kind: Kind, items: readonly string[]): void {
  const several = items.find((item) => hasSeveral(kind, item));
  if (several === undefined) return;
  throw new CallError(
    'validation_failed',
    `“${several.slice(0, 80)}” has more than one value. Send each as an item of its own. Nothing was started.`,
  );
}

const FindPeople = {
  find_people: z
    .boolean()
    .default(false)
    .describe(
      'Only for websites: also find who works there, with job title and contact, at most 25 of each site. They are in the field people of the results. The price is the same.',
    ),
};

/**
 * The input of the tool for these items. Throws `validation_failed` for a person without all three parts, and for people of
 * anything but websites.
 */
function inputOf(kind: Kind, items: readonly string[], findPeople: boolean): object {
  const lines = items.map((item) => (kind === 'people' ? personOf(item) : item.replace(/[\r\n]+/g, ' ')));
  const input = toolFor(kind).takes?.[kind]?.toInput(lines) ?? {};
  if (!findPeople) return input;
  if (kind === 'websites') return { ...input, people: true };
  throw new CallError('validation_failed', 'Only websites have people to find. Nothing was started.');
}

/** "Jane, Miller, acme.com" -> "Jane,Miller,acme.com". Throws `validation_failed` for anything else. */
function personOf(item: string): string {
  const cells = item.split(/[,;\t]/).map((cell) => cell.replace(/["\r\n]+/g, ' ').trim());
  if (cells.length === 3 && cells.every(Boolean)) return cells.join(',');
  throw new CallError(
    'validation_failed',
    `“${item.slice(0, 80)}” isn't "First, Last, domain.com". Nothing was started.`,
  );
}

/** The most that items can cost. Throws `validation_failed` for an item with several values. */
function mostCredits(kind: Kind, items: readonly string[]): number {
  assertSingle(kind, items);
  return items.length * toolFor(kind).task.creditsPerItem;
}

/** Starts a task that stops before it costs more than `cap`. Throws CallError. */
async function startTask(
  calls: McpCalls,
  kind: Kind,
  items: readonly string[],
  {
    cap,
    requestId,
    findPeople = false,
  }: { cap: number; requestId: string | undefined; findPeople?: boolean },
): Promise<TaskView> {
  const start: Call | undefined = toolFor(kind).calls.start;
  if (!start) throw new CallError('not_found');
  const input = { ...inputOf(kind, items, findPeople), cap };
  const reply = await calls.invoke(start, input, {
    idempotencyKey: requestKey(requestId),
    respondAsync: true,
  });
  return TaskView.parse(reply);
}

const TASK_OUTPUT = {
  task: z.string().describe('the ID of the task'),
  status: z.string(),
  total: z.number(),
  processed: z.number(),
  found: z.number(),
  failed: z.number(),
  credits_spent: z.number(),
  free_repeats: z.number(),
  stop_reason: StopReason.nullable().describe('why it stopped before all items were done'),
  resumable: z.boolean().describe('whether the user can resume it in Leadwell'),
  undone: z.boolean().describe('whether the user undid what it wrote to a list'),
};
/** The answer of a tool that does one item, and waits for it. */
export const RESULT_OUTPUT = { ...TASK_OUTPUT, ...MONEY_OUTPUT, results: z.array(z.unknown()) };

/** What a task did, in numbers. */
function taskAnswer(task: TaskView): McpAnswer {
  const { id, status, total, processed, found, failed, creditsused, creditsincluded, freerepeats } = task;
  const { stop_reason, resumable, undone = false } = task;
  const running = isRunning(status);
  const why = stop_reason === null ? '' : ` (${WHY[stop_reason]})`;
  return {
    summary: `${running ? 'Working' : status}${why}${undone ? ', and undone since' : ''}: ${processed} of ${plural(total, 'item')} done, ${found} with results, ${failed} failed.`,
    task: id,
    status,
    total,
    processed,
    found,
    failed,
    // What the plan includes counts against max_credits and the budget of the key, too.
    credits_spent: creditsused + creditsincluded,
    free_repeats: freerepeats,
    stop_reason,
    resumable,
    undone,
    next: running
      ? `Call status with this task; it waits up to ${WAIT_SECONDS} seconds.`
      : `Call rows with this task.${nextSteps(task)}`,
  };
}

const WHY: Readonly<Record<StopReason, string>> = {
  user: 'stopped by the user',
  credits: 'out of credits',
  budget: 'the monthly budget of the API key is spent',
  cap: 'max_credits reached',
  time: 'out of time',
};

/** What can be done about the items that a task left when it stopped; empty if it left none. */
function nextSteps({ total, processed, stop_reason, resumable }: TaskView): string {
  const left = total - processed;
  if (left <= 0) return '';
  const first = `${plural(left, 'item')} ${left === 1 ? 'was' : 'were'} not done.`;
  const needed = stop_reason === null ? undefined : NEEDED[stop_reason];
  const resume = resumable ? 'the user can resume the task in Leadwell' : 'start a new task with these items';
  const advice = needed ? `${needed}, then ${resume}` : resume;
  return ` ${first} Tell the user; ${advice}.`;
}

/** What a task needs before it can go on. */
const NEEDED: Readonly<Partial<Record<StopReason, string>>> = {
  credits: 'the account needs more credits',
  budget: 'the key needs a higher budget, or the next month',
  cap: 'the task needs a higher limit',
};

/**
 * Starts a task with few items and returns their results when it has ended, or its status if it takes longer. Nothing starts
 * without a limit that covers it.
 */
export async function workNow(
  calls: McpCalls,
  kind: Kind,
  items: readonly string[],
  { max_credits, request_id }: { max_credits?: number | undefined; request_id?: string | undefined },
): Promise<McpAnswer> {
  const cost = mostCredits(kind, items);
  if (max_credits === undefined || max_credits < cost) return quoteAnswer(cost, max_credits);
  const started = await startTask(calls, kind, items, { cap: max_credits, requestId: request_id });
  const task = await calls.invoke(CALLS.task, { id: started.id, wait: WAIT_SECONDS });
  if (isRunning(task.status)) return taskAnswer(task);
  const { rows } = await calls.invoke(CALLS.taskRows, { id: task.id, limit: items.length });
  return {
    ...taskAnswer(task),
    results: fittingRows(rows.map(({ row }) => shortened(row))),
    next:
      task.processed < task.total
        ? `These are the results so far.${nextSteps(task)}`
        : 'These are all results.',
  };
}

export const taskTools = [
  mcpTool({
    name: 'quote',
    title: 'Quote',
    description: 'What a tool would cost for these items. Starts nothing and costs nothing.',
    input: z.object(Items),
    output: MONEY_OUTPUT,
    readOnly: true,
    run: async (_calls, { kind, items }) => quoteAnswer(mostCredits(kind, items), undefined),
  }),
  mcpTool({
    name: 'start',
    title: 'Start a task',
    description: `Starts a tool with up to ${ITEMS_MAX.toLocaleString('en-US')} items. Costs 1 credit an item at most; repeats and failures are free. Returns a task: use status and rows.`,
    input: z.object({ ...Items, ...FindPeople, ...SPENDING }),
    output: { ...TASK_OUTPUT, ...MONEY_OUTPUT },
    readOnly: false,
    async run(calls, { kind, items, find_people, max_credits, request_id }) {
      const cost = mostCredits(kind, items);
      if (max_credits === undefined || max_credits < cost) return quoteAnswer(cost, max_credits);
      const task = await startTask(calls, kind, items, {
        cap: max_credits,
        requestId: request_id,
        findPeople: find_people,
      });
      return { ...taskAnswer(task), started: true };
    },
  }),
  mcpTool({
    name: 'status',
    title: 'Status of a task',
    description: `The progress and cost of a task. Waits up to ${WAIT_SECONDS} seconds for its end.`,
    input: z.object({ task: z.uuid(), wait: z.boolean().default(true) }),
    output: TASK_OUTPUT,
    readOnly: true,
    run: async (calls, { task, wait }) =>
      taskAnswer(await calls.invoke(CALLS.task, { id: task, wait: wait ? WAIT_SECONDS : 0 })),
  }),
  mcpTool({
    name: 'rows',
    title: 'Rows of a task',
    description:
      'The results of a task, some at a time. Name the fields you need: all of them are long. A text or list that ends with … has more.',
    input: z.object({
      task: z.uuid(),
      after: z.int().min(-1).default(-1).describe('the `next_after` of the answer before'),
      limit: z.int().min(1).max(200).default(50),
      fields: z.array(z.string().max(100)).max(40).optional(),
    }),
    output: { rows: z.array(z.unknown()), next_after: z.number().nullable() },
    readOnly: true,
    async run(calls, { task, after, limit, fields }) {
      const page = await calls.invoke(CALLS.taskRows, { id: task, after, limit });
      await requireFields(calls, task, { rows: page.rows, fields: fields ?? [] });
      const rows = page.rows.map(({ position, input, row }) => ({
        position,
        input,
        row: shortened(fields ? chosenFields(row as Record<string, unknown>, fields) : row),
      }));
      const fitting = fittingRows(rows);
      const last = fitting.at(-1)?.position ?? null;
      const nextAfter = fitting.length < rows.length ? last : page.next;
      return {
        summary: `${plural(fitting.length, 'row')}.`,
        rows: fitting,
        next_after: nextAfter,
        next: nextAfter === null ? 'There are no more rows.' : `Call rows again with after: ${nextAfter}.`,
      };
    },
  }),
  mcpTool({
    name: 'cancel',
    title: 'Cancel a task',
    description: 'Stops a task. What is done stays, and costs what it cost.',
    input: z.object({ task: z.uuid() }),
    output: TASK_OUTPUT,
    readOnly: false,
    idempotent: true,
    run: async (calls, { task }) => taskAnswer(await calls.invoke(CALLS.taskCancel, { id: task })),
  }),
];
