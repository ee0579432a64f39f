import { describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { leadTools } from './lead-tools.ts';
import { listTools } from './list-tools.ts';
import type { McpCalls } from './mcp-tool.ts';

/** What a tool answers if every call replies the same. */
function answerOf(name: string, input: Record<string, unknown>, reply: object) {
  return answerTo(name, input, async () => reply);
}

function answerTo(
  name: string,
  input: Record<string, unknown>,
  invoke: (call: Call, sent: object) => unknown,
) {
  const calls = { invoke } as unknown as McpCalls;
  return [...leadTools, ...listTools].find((each) => each.name === name)?.run(calls, input);
}

const SEARCH = { database: 'apollo', filters: { hasEmail: true }, list: 'Leads', max_credits: 5 };

it.each([
  ['lead_count', SEARCH, '1 lead matches.', '2 leads match.'],
  ['lead_export', SEARCH, '1 lead is being saved', '2 leads are being saved'],
  ['list_run', { list: 'x', max_credits: 5 }, '1 cell in 1 row is being', '2 cells in 2 rows are being'],
])('%s says what happens to one and to several', async (name, input, one, several) => {
  const summaryOf = async (n: number) => {
    const reply = { count: n, total: n, leftOut: 0, leftOutBy: [], leads: n, rows: n, cells: n };
    const more = { repeats: 0, cost: n, credits: n, problem: null };
    return (await answerOf(name, input, { ...reply, ...more }))?.summary;
  };
  expect(await summaryOf(1)).toContain(one);
  expect(await summaryOf(2)).toContain(several);
});

describe('an answer that has nothing', () => {
  it.each([undefined, 0, 5])('of a save says so, with max_credits %s', async (max_credits) => {
    const none = { leads: 0, repeats: 0, cost: 0 };
    expect(await answerOf('lead_export', { ...SEARCH, max_credits }, none)).toMatchObject({
      summary: 'No leads match. Nothing was saved.',
      started: false,
      leads: 0,
      next: expect.stringContaining('Change the filters'),
    });
  });

  it.each([undefined, 0])(
    'of a save that is new says so, also with a name and max_credits %s',
    async (max_credits) => {
      const none = { leads: 0, repeats: 0, cost: 0 };
      expect(
        await answerOf('lead_export', { ...SEARCH, max_credits, request_id: 'leads' }, none),
      ).toMatchObject({
        summary: 'No leads match. Nothing was saved.',
        started: false,
      });
    },
  );

  it.each([
    [0, 'Change the filters'],
    [20, 'No more leads match. To get them all'],
  ])('of a search from lead %i on says what to do', async (offset, next) => {
    const answer = await answerOf('lead_search', { ...SEARCH, limit: 25, offset }, { leads: [] });
    expect(answer).toMatchObject({ leads: [], next: expect.stringContaining(next) });
  });

  it('of a run says why, and what the person can do', async () => {
    const quote = { rows: 0, cells: 0, repeats: 0, credits: 0, problem: 'The list has no step to run' };
    expect(await answerOf('list_run', { list: 'x', max_credits: 5 }, quote)).toMatchObject({
      summary: 'The list has no step to run. Nothing was started.',
      started: false,
      next: expect.stringContaining('The person can add'),
    });
  });
});

it.each([
  [0, true],
  [100, false],
])('says how a search from lead %i on can go on, if it can', async (offset, canGoOn) => {
  const leads = Array.from({ length: 25 }, () =>
    Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`c${n}`, 'x'.repeat(400)])),
  );
  const answer = await answerOf('lead_search', { ...SEARCH, limit: 25, offset }, { leads });
  expect(String(answer?.next).includes('with offset')).toBe(canGoOn);
  expect(answer?.next).toContain('fewer columns');
});

it('a save that is requested again is the same request, however many leads match now', async () => {
  const sent: object[] = [];
  const summaries: unknown[] = [];
  for (const leads of [3, 2, 9, 0]) {
    const answer = await answerTo('lead_export', { ...SEARCH, request_id: 'leads' }, async (call, body) => {
      if (call.name !== CALLS.listSaveLeads.name) return { leads, repeats: leads, cost: 0 };
      sent.push(body);
      return { leads: 3 };
    });
    expect(answer).toMatchObject({ started: true, leads: 3, cost_at_most: 3 });
    summaries.push(answer?.summary);
  }
  expect(sent).toEqual(
    sent.map(() => ({ database: 'apollo', filters: { hasEmail: true }, name: 'Leads', first: 5 })),
  );
  expect(sent).toHaveLength(4);
  expect(summaries.at(-1)).toBe('This request was made before. It saves 3 leads to “Leads”.');
});

it('a new save that matches nothing says so, also if it could be a repeated one', async () => {
  const input = { ...SEARCH, max_credits: 5, request_id: 'leads' };
  const answer = await answerTo('lead_export', input, async (call) => {
    if (call.name === CALLS.listSaveLeads.name)
      throw new CallError('validation_failed', MESSAGES.leads.noneFound);
    return { leads: 0, repeats: 0, cost: 0 };
  });
  expect(answer).toMatchObject({ started: false, summary: 'No leads match. Nothing was saved.' });
});
