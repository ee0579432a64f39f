import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { type Caller, newCaller } from '../../auth/test-caller.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { callsOf } from './test-step-calls.ts';
import { makeList } from './test-step-lists.ts';

let bench: TaskBench;
let ada: Caller;
const { post, rowsOf } = callsOf(() => ada);
beforeAll(async () => {
  bench = await openTaskBench();
  ada = await newCaller(createApp(bench.deps));
});
afterAll(() => bench.close());

const names = (column: string | undefined, more: object = {}) => ({
  kind: 'name',
  name: 'Clean names',
  inputs: { full_name: 'Name' },
  outputs: [{ field: 'first_name', ...(column === undefined ? {} : { column }) }],
  ...more,
});
const valuesOf = async (id: string) => (await rowsOf(id)).map(({ values }) => values);
let made = 0;
function newList(rows: readonly Record<string, string>[]): Promise<string> {
  made += 1;
  return makeList(bench.deps, ada.id, rows, `Taken ${made}`);
}

it('doesn’t replace what a person typed or imported, unless they say so', async () => {
  const rows: Record<string, string>[] = [
    { Name: 'DR. JANE MILLER', Greeting: 'my own' },
    { Name: 'BOB STONE' },
  ];
  const id = await newList(rows);
  await expect(post('list-step-save', { id, step: names('Greeting') })).rejects.toThrow(
    /409.*“Greeting” has values that would be replaced.*"columns":\["Greeting"\]/,
  );
  expect(await valuesOf(id)).toEqual(rows);
  await post('list-step-save', { id, step: names('Greeting'), replace: true });
  expect((await valuesOf(id)).map(({ Greeting }) => Greeting)).toEqual(['Jane', 'Bob']);
});

it('fills an empty column, and its own again', async () => {
  const id = await newList([{ Name: 'JANE MILLER', Note: 'x' }]);
  await post('list-change-columns', { id, add: [{ name: 'First' }] });
  const { step } = await post('list-step-save', { id, step: names('First') });
  await post('list-step-save', { id, step: names('First', { id: step, name: 'Names' }) });
  expect((await valuesOf(id))[0]?.First).toBe('Jane');
  await expect(post('list-step-save', { id, step: names('Note', { id: step }) })).rejects.toThrow(/409/);
  expect((await valuesOf(id))[0]).toMatchObject({ First: 'Jane', Note: 'x' });
});

it('doesn’t replace what a tool found, when its step becomes a formula', async () => {
  const id = await newList([{ Website: 'acme.com', Name: 'x' }]);
  await post('list-change-columns', { id, add: [{ name: 'Title' }] });
  const tool = {
    kind: 'tool',
    name: 'Sites',
    tries: [{ tool: 'website-extraction', inputs: { website: 'Website' } }],
    outputs: [{ field: 'title', column: 'Title' }],
  };
  const { step } = await post('list-step-save', { id, step: tool });
  const [row] = await rowsOf(id);
  await post('list-edit', { id, changes: [{ row: row?.id, column: 'Title', value: 'paid for' }] });
  const formula = {
    id: step,
    kind: 'formula',
    name: 'Sites',
    formula: '={Name}',
    outputs: [{ field: 'value', column: 'Title' }],
  };
  await expect(post('list-step-save', { id, step: formula })).rejects.toThrow(/409/);
  expect((await valuesOf(id))[0]?.Title).toBe('paid for');
});
