import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { newCaller } from '../auth/test-caller.ts';
import { transaction } from '../platform/database/db.ts';
import { rememberAddresses } from './given-answers.ts';
import { openTaskBench, type TaskBench } from './test-tasks.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

it('remembers what an address cost once, however many tries of a cell asked for it', async () => {
  const { deps } = bench;
  const { id: accountId } = await newCaller(createApp(deps));
  const finder = [...deps.taskTools.values()].find(({ definition }) => definition.task.givenAddress);
  const lists = [...deps.taskTools.entries()].find(([, { keeper }]) => keeper);
  if (!finder || !lists) throw new Error('No tool gives addresses, or none keeps answers.');
  const { type } = finder.definition.task;
  const row = { verified_email: 'jane@acme.com', status: 'deliverable' };
  const answer = { type, input: 'jane@acme.com', row };
  const [listType, tool] = lists;
  const keeper = { ...tool.keeper, answers: () => Array.from({ length: 8 }, () => answer) };
  const taskTools = new Map([...deps.taskTools, [listType, { ...tool, keeper } as typeof tool]]);
  const charge = { type, input: answer.input };
  const due = [
    { charge, kind: type, digest: 'd', amount: 1, isSample: false, freshUntil: new Date(deps.clock.now()) },
  ] as Parameters<typeof rememberAddresses>[3][number]['due'];
  const item = { position: 0, row: '{}', found: true, failed: false, billable: true, input: '{}', due };
  const payer = { accountId, apiKeyId: null, type: listType, isIncluded: false };
  await transaction(deps.database.db, (tx) =>
    rememberAddresses(tx, { ...deps, taskTools }, payer, [item], new Date(deps.clock.now())),
  );
  const given = deps.database.db.selectFrom('given_addresses').select('credits');
  expect(await given.where('account_id', '=', accountId).execute()).toEqual([{ credits: 1 }]);
});
