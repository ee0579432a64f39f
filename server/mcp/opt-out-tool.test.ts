import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CALLS } from '#contract/calls.ts';
import { EXCLUSION_LISTS_MAX } from '#contract/list-exclusions.ts';
import { createApp } from '../app.ts';
import { newCaller } from '../auth/test-caller.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { openTaskBench, type TaskBench } from '../tasks/test-tasks.ts';
import type { McpCalls } from './mcp-tool.ts';
import { optOutTool } from './opt-out-tool.ts';
import { requestCalls } from './request-calls.ts';

let bench: TaskBench;
let calls: McpCalls;
beforeAll(async () => {
  bench = await openTaskBench();
});
beforeEach(async () => {
  const app = createApp(bench.deps);
  const { token } = await newCaller(app);
  const headers = { authorization: `Bearer ${token}` };
  calls = requestCalls(app, new Request('http://localhost/mcp', { headers }), undefined);
});
afterAll(() => bench.close());

const optOut = (...contacts: string[]) => optOutTool.run(calls, optOutTool.input.parse({ contacts }));
const lists = async () =>
  (await calls.invoke(CALLS.lists, {})).lists.map(({ name, excludes, rows }) => ({ name, excludes, rows }));

it('adds people and companies to an exclusion list, which is created as one', async () => {
  expect(await optOut('jane@acme.com', 'beta.org')).toMatchObject({ added: 2, known: 0 });
  expect(await optOut('jane@acme.com')).toMatchObject({
    added: 0,
    known: 1,
    summary: '0 entries added to “Do not contact”, 1 was already in it.',
  });
  expect(await lists()).toEqual([{ name: 'Do not contact', excludes: 'people', rows: 2 }]);
});

it('refuses what would leave no one out, and adds nothing', async () => {
  for (const contact of ['gmail.com', 'www.linkedin.com', 'co.uk'])
    await expect(optOut('jane@acme.com', contact)).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining(contact),
    });
  expect(await lists()).toEqual([]);
});

it('says what was not added', async () => {
  const entry = { kind: 'email', value: 'gone@acme.com' } as const;
  await addOptOuts(bench.deps, [entry], async () => {});
  expect(await optOut('gone@acme.com', 'jane@acme.com')).toMatchObject({
    added: 1,
    refused: [{ contact: 'gone@acme.com', reason: expect.stringContaining('asked not to be listed') }],
    summary: expect.stringContaining('1 was not added'),
  });
});

it('leaves no list behind if the account can have no more exclusion lists, so that it works later', async () => {
  const made = [];
  for (let n = 0; n < EXCLUSION_LISTS_MAX; n += 1)
    made.push(
      await calls.invoke(CALLS.listCreate, {
        name: `Exclusions ${n}`,
        columns: [{ name: 'Email' }],
        excludes: 'people',
      }),
    );
  expect(made.map(({ excludes }) => excludes)).toEqual(Array(EXCLUSION_LISTS_MAX).fill('people'));
  await expect(optOut('jane@acme.com')).rejects.toMatchObject({ code: 'quota_exceeded' });
  expect(await lists()).toHaveLength(EXCLUSION_LISTS_MAX);
  await calls.invoke(CALLS.listSetExclusion, { id: made[0]?.id ?? '', excludes: null });
  expect(await optOut('jane@acme.com')).toMatchObject({ added: 1 });
});
