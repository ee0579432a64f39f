import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUDGET_SPENT } from '#contract/api-keys.ts';
import { MESSAGES } from '#contract/messages.ts';
import { TASK_TOOLS } from '#tools/index/server-tools.ts';
import { openTaskBench, sites, type TaskBench } from './test-tasks.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

it.each([
  ['budget', BUDGET_SPENT],
  ['credits', MESSAGES.gate.ranOut],
  [null, MESSAGES.tasks.cancelled],
] as const)('says the same in the replies of all tools: %s', async (stop_reason, message) => {
  const task = await bench.start(await bench.account(10), sites(2));
  const stopped = { ...task, status: 'cancelled', stop_reason } as const;
  const replies = [...TASK_TOOLS.values()].map(({ replyFields }) => replyFields(stopped).fields());
  const messages = replies.flatMap((fields) => ('message' in fields ? [fields.message] : []));
  expect(messages).toEqual([message, message, message, message]);
});
