import { expect, it } from 'vitest';
import { leadTools } from './lead-tools.ts';
import { listTools } from './list-tools.ts';
import type { McpCalls } from './mcp-tool.ts';

const SEARCH = { database: 'apollo', filters: {}, list: 'Leads', max_credits: 5 };

it.each([
  ['lead_count', SEARCH, '1 lead matches.', '2 leads match.'],
  ['lead_export', SEARCH, '1 lead is being saved', '2 leads are being saved'],
  ['list_run', { list: 'x', max_credits: 5 }, '1 cell in 1 row is being', '2 cells in 2 rows are being'],
])('%s says what happens to one and to several', async (name, input, one, several) => {
  const summaryOf = async (n: number) => {
    const reply = { count: n, total: n, leftOut: 0, leftOutBy: [], leads: n, rows: n, cells: n };
    const more = { repeats: 0, cost: n, credits: n, problem: null };
    const calls = { invoke: async () => ({ ...reply, ...more }) } as unknown as McpCalls;
    const tool = [...leadTools, ...listTools].find((each) => each.name === name);
    return (await tool?.run(calls, input))?.summary;
  };
  expect(await summaryOf(1)).toContain(one);
  expect(await summaryOf(2)).toContain(several);
});
