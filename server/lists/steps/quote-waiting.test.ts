import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { requireList } from '../lists.ts';
import { saveListStep } from './change-steps.ts';
import { quoteRun } from './quote-run.ts';
import { makeList } from './test-step-lists.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const sites = (field: string) =>
  ({
    kind: 'tool',
    name: 'Sites',
    conditions: [],
    tries: [{ tool: 'website-extraction', options: {}, inputs: { website: 'Website' }, accepts: [] }],
    outputs: [{ field, name: 'Found' }],
  }) as StepDraft;
const verify = (column: string) =>
  ({
    kind: 'tool',
    name: 'Verify',
    conditions: [],
    tries: [{ tool: 'csv-extraction', options: {}, inputs: { email: column }, accepts: [] }],
    outputs: [{ field: 'status', name: 'Verdict' }],
  }) as StepDraft;

/** The most that each step of a list costs. */
async function creditsOf(rows: readonly Record<string, string>[], steps: readonly StepDraft[]) {
  const { deps } = bench;
  const account = await bench.account(100);
  const id = await makeList(deps, account, rows);
  for (const step of steps) await saveListStep(deps, account, { id, step });
  const quote = await quoteRun(deps, account, await requireList(deps, account, id), {
    search: '',
    cells: 'all',
  });
  return quote.steps.map(({ credits }) => credits);
}

describe('the quote of a step that waits for another one', () => {
  it('has the most addresses that it can get, also if they aren’t known yet', async () => {
    const one = [{ Website: 'a.com', Own: 'x@a.com; y@a.com' }];
    // All addresses of a website, of which a cell has ten verified.
    expect(await creditsOf(one, [sites('emails'), verify('Found')])).toEqual([1, 10]);
    // One of each website.
    expect(await creditsOf(one, [sites('company_email'), verify('Found')])).toEqual([1, 1]);
    const two = [{ Website: 'a.com; b.com', Own: '' }];
    expect(await creditsOf(two, [sites('company_email'), verify('Found')])).toEqual([2, 2]);
    // What is known is counted as it is.
    expect(await creditsOf(one, [sites('emails'), verify('Own')])).toEqual([1, 2]);
  });

  it('counts a formula between them as anything', async () => {
    const formula = {
      kind: 'formula',
      name: 'Lower',
      conditions: [],
      formula: '=lower({Found})',
      outputs: [{ field: 'value', name: 'Lower' }],
    } as StepDraft;
    const steps = [sites('company_email'), formula, verify('Lower')];
    expect(await creditsOf([{ Website: 'a.com' }], steps)).toEqual([1, 10]);
  });
});
