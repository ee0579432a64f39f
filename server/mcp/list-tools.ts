import { z } from 'zod';
import type { ReplyOf } from '#contract/call.ts';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { CALLS } from '#contract/calls.ts';
import { plural } from '#contract/plural.ts';
import { readCursor, writeCursor } from '../lists/row-cursor.ts';
import { fittingRows, shortened } from './answer-size.ts';
import { requireKnown } from './known-names.ts';
import { mcpTool } from './mcp-tool.ts';
import { MONEY_OUTPUT, quoteAnswer, requestKey, SPENDING } from './money.ts';
import { sentence } from './sentence.ts';

export const listTools = [
  mcpTool({
    name: 'lists',
    title: 'Lists',
    description: 'The lists of the account: their IDs, names, rows, columns and the steps that fill columns.',
    input: z.object({
      search: z.string().trim().max(100).default('').describe('part of a name; all lists by default'),
    }),
    output: { lists: z.array(z.unknown()) },
    readOnly: true,
    async run(calls, { search }) {
      const { lists } = await calls.invoke(CALLS.lists, {});
      const named = lists.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
      const shown = named.map(({ id, name, rows, fields, steps, excludes }) => ({
        id,
        name,
        rows,
        columns: fields.map((field) => field.name),
        steps: steps.map((step) => ({ id: step.id, name: step.name })),
        ...(excludes ? { leaves_out: excludes } : {}),
      }));
      const fitting = fittingRows(shown);
      const isCut = fitting.length < shown.length;
      return {
        summary: `${plural(shown.length, 'list')}.`,
        lists: fitting,
        ...(isCut ? { next: `The answer has room for ${fitting.length}. Search for part of a name.` } : {}),
      };
    },
  }),
  mcpTool({
    name: 'list_rows',
    title: 'Rows of a list',
    description: 'The rows of a list, a page at a time. Name the columns you need.',
    input: z.object({
      list: z.uuid(),
      search: z.string().max(200).default(''),
      columns: z.array(z.string().max(200)).max(40).optional(),
      page: z.int().min(1).max(100_000).default(1),
      after: z
        .string()
        .max(40)
        .optional()
        .describe('instead of `page`: the `next_after` of the answer before'),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: { rows: z.array(z.unknown()), total: z.number(), next_after: z.string().nullable() },
    readOnly: true,
    async run(calls, { list: id, search, columns, page, after, limit }) {
      const place = after === undefined ? { page } : { after };
      const reply = await calls.invoke(CALLS.listRows, { id, search, limit, ...place });
      const { list, rows, total, next } = reply;
      requireKnown(
        'column',
        columns ?? [],
        list.fields.map(({ name }) => name),
      );
      const fields = list.fields.filter(({ name }) => !columns || columns.includes(name));
      const shown = rows.map((row) => ({
        row: row.id,
        ...Object.fromEntries(fields.map((field) => [field.name, shortened(row.values[field.id] ?? '')])),
      }));
      const fitting = fittingRows(shown);
      const left = rows.length - fitting.length;
      const nextAfter = left > 0 ? nextBefore(left, reply) : next;
      const room =
        left > 0 ? ` The answer has room for ${fitting.length}; for more, ask for fewer columns.` : '';
      return {
        summary: `${plural(fitting.length, 'row')} of ${total}.`,
        rows: fitting,
        total,
        next_after: nextAfter,
        next:
          nextAfter === null
            ? 'There are no more rows.'
            : `Call list_rows again with after: ${nextAfter}.${room}`,
      };
    },
  }),
  mcpTool({
    name: 'list_run',
    title: 'Run the columns of a list',
    description:
      'Lets the tools of a list fill its empty cells. Stops before it costs more than max_credits. Returns a task: use status.',
    input: z.object({
      list: z.uuid(),
      steps: z.array(z.string().max(20)).min(1).max(60).optional().describe('IDs of steps; all by default'),
      first: z.int().min(1).max(100_000).optional().describe('only the first rows'),
      ...SPENDING,
    }),
    output: { ...MONEY_OUTPUT, task: z.string(), rows: z.number(), cells: z.number(), free: z.number() },
    readOnly: false,
    async run(calls, { list: id, steps, first, max_credits, request_id }) {
      const scope = {
        id,
        ...(steps ? { steps } : {}),
        ...(first === undefined ? {} : { first }),
      };
      const quote = await calls.invoke(LIST_STEP_CALLS.listRunQuote, scope);
      const isRepeat = max_credits !== undefined && request_id !== undefined;
      const { rows, cells, repeats } = quote;
      // A request that was made before has its task, even if nothing is left to run.
      if (quote.problem !== null && !isRepeat)
        return quoteAnswer(0, undefined, {
          rows,
          cells,
          free: repeats,
          summary: `${sentence(quote.problem)} Nothing was started.`,
          next: 'Call lists to see the columns and steps of the list. The person can add or change them in Leadwell.',
        });
      const cost = quote.credits + (quote.included ?? 0);
      if (max_credits === undefined) return quoteAnswer(cost, undefined, { rows, cells, free: repeats });
      const task = await calls.invoke(
        LIST_STEP_CALLS.listRun,
        { ...scope, cap: max_credits },
        { idempotencyKey: requestKey(request_id) },
      );
      return {
        summary:
          quote.problem === null
            ? `${plural(cells, 'cell')} in ${plural(rows, 'row')} ${cells === 1 ? 'is' : 'are'} being filled.`
            : 'This request was made before. This is its task.',
        started: true,
        task: task.id,
        cost_at_most: Math.min(cost, max_credits),
        next: 'Call status with this task, then list_rows.',
      };
    },
  }),
];

/** The cursor before the last rows of a page, which an answer has no room for. `left`: how many they are. */
function nextBefore(left: number, { rows, total, next }: ReplyOf<typeof CALLS.listRows>): string | null {
  const kept = rows.length - left;
  const last = rows[kept - 1];
  if (!last) return null;
  const end = next === null ? total : readCursor(next).offset;
  // Rows may have been deleted since they were counted.
  return writeCursor({ id: last.id, offset: Math.max(kept, end - left) });
}
