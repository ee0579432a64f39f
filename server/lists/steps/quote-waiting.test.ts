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
  return (await quoteOf(rows, steps)).steps.map(({ credits }) => credits);
}

async function quoteOf(rows: readonly Record<string, string>[], steps: readonly StepDraft[]) {
  const { deps } = bench;
  const account = await bench.account(100);
  const id = await makeList(deps, account, rows);
  for (const step of steps) await saveListStep(deps, account, { id, step });
  return quoteRun(deps, account, await requireList(deps, account, id), { search: '', cells: 'all' });
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

  it('says why it is more than one credit for each cell', async () => {
    const domains = {
      kind: 'tool',
      name: 'Domains',
      conditions: [],
      tries: [{ tool: 'company-to-domain', options: {}, inputs: { company: 'Company' }, accepts: [] }],
      outputs: [{ field: 'domain', name: 'Domain' }],
    } as StepDraft;
    const address = {
      kind: 'formula',
      name: 'Address',
      conditions: [],
      formula: 'https://{Domain}/',
      outputs: [{ field: 'text', name: 'Website' }],
    } as StepDraft;
    const readsDomain = JSON.parse(JSON.stringify(sites('company_email')).replace('"Website"', '"Domain"'));
    const rows = Array.from({ length: 5 }, (_, at) => ({ Company: `Firm ${at}` }));
    // A domain is one website, which has one email.
    const short = await quoteOf(rows, [domains, readsDomain, verify('Found')]);
    expect([short.credits, short.steps.map(({ unknown }) => unknown)]).toEqual([15, [null, null, null]]);
    // What a formula makes of it can be any text: five websites, with an email each.
    const long = await quoteOf(rows, [domains, address, sites('company_email'), verify('Found')]);
    expect([long.credits, long.steps.map(({ unknown }) => unknown)]).toEqual([
      55,
      [null, { column: 'Website', values: 5 }, { column: 'Found', values: 5 }],
    ]);
  });
});
