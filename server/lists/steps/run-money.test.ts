import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { RunCells } from '#contract/list-runs.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { type Command, openRunModel, STEPS } from './test-run-model.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const TEXTS = ['Acme', 'Beta 2', 'none', 'paid', 'down', 'acme.com', 'beta-2.com, down.com', 'paid.com', ''];
const nat = fc.nat(9);
const text = fc.constantFrom(...TEXTS);
const cap = fc.option(fc.nat(4), { freq: 2 });
const of = <Kind extends string, Rest extends object>(
  kind: Kind,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) => fc.record({ kind: fc.constant(kind), ...rest }) as fc.Arbitrary<{ kind: Kind } & Rest>;
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: of('edit', { row: nat, column: nat, text }) },
  { weight: 1, arbitrary: of('add', { text }) },
  { weight: 1, arbitrary: of('delete-row', { row: nat }) },
  { weight: 1, arbitrary: of('merge', { column: nat }) },
  { weight: 2, arbitrary: of('bring-back', { removal: nat }) },
  { weight: 2, arbitrary: of('save', { step: fc.nat(STEPS.length - 1), changed: fc.boolean() }) },
  { weight: 1, arbitrary: of('delete-step', { step: nat, columns: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: of('run', {
      cells: fc.constantFrom<RunCells>('empty', 'empty', 'all', 'all', 'stale', 'failed'),
      cap,
      first: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      step: fc.option(nat),
    }),
  },
  { weight: 5, arbitrary: of('work', { task: nat, from: fc.nat(3), count: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 5, arbitrary: of('settle', { batch: nat }) },
  { weight: 1, arbitrary: of('cancel', { task: nat }) },
  { weight: 2, arbitrary: of('undo', { task: nat }) },
  { weight: 2, arbitrary: of('resume', { task: nat, more: cap }) },
  { weight: 2, arbitrary: of('retry', { task: nat, cap }) },
) as fc.Arbitrary<Command>;

describe('the money of runs', () => {
  it.each([
    ['credits', 12, 8],
    ['the unlimited plan', 'unlimited', 5],
  ] as const)(
    'adds up in any order of edits, runs, cancels, retries, deletions, merges and undos, with %s',
    async (_, plan, numRuns) => {
      await fc.assert(
        fc.asyncProperty(
          fc.subarray([...STEPS.keys()], { minLength: 1 }),
          fc.array(command, { minLength: 8, maxLength: 30 }),
          async (steps, commands) => {
            const model = await openRunModel(bench, plan);
            for (const step of steps) await model.take({ kind: 'save', step, changed: false });
            for (const each of commands) await model.take(each);
            await model.finish();
          },
        ),
        { numRuns },
      );
    },
  );
});
