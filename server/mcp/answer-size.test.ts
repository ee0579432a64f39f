import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { CallError } from '#contract/errors.ts';
import { ANSWER_MAX_BYTES, fittingRows, shortened } from './answer-size.ts';
import { createMcpServer, MCP_TOOLS } from './mcp-server.ts';
import type { McpCalls } from './mcp-tool.ts';

const ID = '0d9b7c2e-6a41-4f0e-9a53-3c1f5e7d8b20';
/** Long, with characters that take three bytes, or more when they are escaped. */
const LONG = '"ж\\\n語'.repeat(2000);
const inOneLine = (name: string) => name.replaceAll('\n', ' ');
const names = (count: number) => Array.from({ length: count }, (_, n) => `${n}${LONG.slice(0, 150)}`);
const wideRow = () =>
  Object.fromEntries(names(200).map((name) => [name, [LONG, { deep: [LONG, names(50)] }]]));

const TASK = {
  id: ID,
  status: 'completed',
  total: 5000,
  processed: 5000,
  found: 5000,
  failed: 0,
  creditsused: 5000,
  creditsincluded: 0,
  type: 'website-extraction',
  name: LONG,
  stop_reason: null,
  resumable: false,
  retryable: 0,
  foundlater: 0,
  userid: ID,
  createdat: '2026-11-26T08:00:00Z',
  started_at: null,
  finished_at: null,
  current_item: LONG,
  outcomes: Object.fromEntries(names(200).map((name) => [name, 1])),
  options: {},
  rows_deleted_at: null,
  rows_kept_until: null,
  freerepeats: 0,
};
const LIST = {
  id: ID,
  name: LONG.slice(0, 100),
  source: { kind: 'own' },
  rows: 50_000,
  fields: names(200).map((name, n) => ({ id: `c${n}`, name })),
  steps: names(60).map((name) => ({ id: name, name })),
  excludes: null,
};
/** The largest replies of the calls that the tools make, by their names. */
const REPLIES: Record<string, unknown> = {
  balance: {
    plan: 'unlimited',
    credits: 'unlimited',
    key: { name: LONG, monthlyBudget: 100, spentThisMonth: 7, leftThisMonth: 93, resetsAt: '2026-12-01' },
  },
  task: TASK,
  'task-cancel': TASK,
  'task-rows': {
    rows: Array.from({ length: 200 }, (_, position) => ({ position, input: LONG, row: wideRow() })),
    next: 200,
  },
  lists: { lists: [...Array(300).fill(LIST), { ...LIST, name: 'Do not contact', excludes: 'people' }] },
  'list-rows': {
    list: LIST,
    rows: Array.from({ length: 200 }, (_, id) => ({
      id,
      values: Object.fromEntries(LIST.fields.map((field) => [field.id, LONG])),
    })),
    total: 200,
  },
  'list-run-quote': { problem: null, credits: 5000, rows: 5000, cells: 5000, repeats: 0 },
  'list-run': TASK,
  'list-save-leads': { leads: 5000 },
  'list-add-rows': { added: 200, updated: 0, refused: [] },
  leads: {
    count: { count: 5000, total: 5000, leftOut: 0, leftOutBy: [] },
    search: {
      leads: Array.from({ length: 25 }, () => Object.fromEntries(names(100).map((name) => [name, LONG]))),
      total: 5000,
    },
    quote: { cost: 5000, leads: 5000, repeats: 0 },
  },
};

/** A page of the largest list, with the cursors of the server. */
function listPage({ limit = 0, after = '0-0' }: { limit?: number; after?: string }) {
  const { rows, ...list } = REPLIES['list-rows'] as { rows: { id: number }[]; total: number };
  const from = Number(after.split('-')[1]);
  const page = rows.slice(from, from + limit);
  const end = from + page.length;
  return { ...list, rows: page, next: end < rows.length ? `${page.at(-1)?.id}-${end}` : null };
}

const calls = {
  invoke: async ({ name }: { name: string }, input: { action?: string; limit?: number; after?: string }) => {
    if (name === 'list-rows') return listPage(input);
    if (name.endsWith('lead-export')) return (REPLIES.leads as Record<string, unknown>)[input.action ?? ''];
    return REPLIES[name] ?? { ...TASK, ...LIST };
  },
} as unknown as McpCalls;

const SPEND = { max_credits: 10_000_000 };
/** The input of each tool that gets the largest answer. A new tool needs a line. */
const INPUTS: Record<string, Record<string, unknown>> = {
  quote: { kind: 'companies', items: names(5000).map(inOneLine) },
  start: { kind: 'companies', items: names(5000).map(inOneLine), ...SPEND },
  status: { task: ID },
  rows: { task: ID, limit: 200 },
  cancel: { task: ID },
  find_email: { first_name: 'Jane', last_name: 'Miller', domain: 'acme.com', ...SPEND },
  verify_email: { email: 'jane@acme.com', ...SPEND },
  extract_website: { url: 'acme.com', ...SPEND },
  lead_count: { database: 'apollo', filters: {} },
  lead_search: { database: 'apollo', filters: {}, limit: 25 },
  lead_export: { database: 'apollo', filters: { hasEmail: true }, list: LONG.slice(0, 100), ...SPEND },
  lists: {},
  list_rows: { list: ID, limit: 200 },
  list_run: { list: ID, ...SPEND },
  opt_out: { contacts: Array.from({ length: 200 }, (_, n) => `${n}@${`${'x'.repeat(60)}.`.repeat(3)}com`) },
  credits: {},
};

const throwFault = (error: unknown): never => {
  throw error;
};

describe('an answer', () => {
  it.each(MCP_TOOLS.map(({ name }) => name))(
    'is never above 40 kB, and says what was spent and is left: %s',
    async (name) => {
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      const server = createMcpServer(calls, throwFault);
      const client = new Client({ name: 'test', version: '1.0.0' });
      await Promise.all([server.connect(ours), client.connect(theirs)]);
      const input = INPUTS[name];
      const answer = await client.callTool({ name, arguments: input ?? {} });
      expect(answer.isError, JSON.stringify(answer.content).slice(0, 500)).not.toBe(true);
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(ANSWER_MAX_BYTES);
      expect(answer.structuredContent).toMatchObject({ credits_spent_this_month: 7, credits_left: 93 });
      await client.close();
    },
  );

  it('is given without the balance if the server refuses to say it', async () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const server = createMcpServer(
      {
        invoke: async (call, ...rest) => {
          if (call.name === 'balance') throw new CallError('rate_limited');
          return calls.invoke(call, ...rest);
        },
      },
      throwFault,
    );
    const client = new Client({ name: 'test', version: '1.0.0' });
    await Promise.all([server.connect(ours), client.connect(theirs)]);
    const { structuredContent } = await client.callTool({ name: 'status', arguments: { task: ID } });
    expect(structuredContent).toMatchObject({ task: ID, credits_spent: 5000 });
    await client.close();
  });

  it('is never above 40 kB if it refuses something long', async () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const server = createMcpServer(calls, throwFault);
    const client = new Client({ name: 'test', version: '1.0.0' });
    await Promise.all([server.connect(ours), client.connect(theirs)]);
    for (const [name, input] of [
      ['start', { kind: 'people', items: [LONG.slice(0, 2000)], ...SPEND }],
      ['opt_out', { contacts: names(200) }],
      ['start', { kind: LONG, items: [] }],
      [LONG, {}],
    ] as const) {
      const answer = await client.callTool({ name, arguments: input }).catch((error: Error) => error.message);
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(ANSWER_MAX_BYTES);
    }
    await client.close();
  });
});

describe('the rows of an answer', () => {
  it.each([7, 200])(
    'of a list go on after the last one that it has room for: %i at a time',
    async (limit) => {
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      const server = createMcpServer(calls, throwFault);
      const client = new Client({ name: 'test', version: '1.0.0' });
      await Promise.all([server.connect(ours), client.connect(theirs)]);
      const seen: number[] = [];
      let answers = 0;
      for (let after: string | null | undefined; after !== null; answers++) {
        const input = { list: ID, columns: LIST.fields.slice(0, 2).map((field) => field.name), limit };
        const { structuredContent } = await client.callTool({
          name: 'list_rows',
          arguments: after === undefined ? input : { ...input, after },
        });
        const page = structuredContent as { rows: { row: number }[]; next_after: string | null };
        seen.push(...page.rows.map(({ row }) => row));
        after = page.next_after;
      }
      expect(seen).toEqual(Array.from({ length: 200 }, (_, id) => id));
      expect(answers).toBeGreaterThan(Math.ceil(200 / limit));
      await client.close();
    },
  );

  it('are as many as fit, in their order, and short ones are not changed', () => {
    const rows = Array.from({ length: 1000 }, (_, n) => ({ n, name: 'x'.repeat(100) }));
    const fitting = fittingRows(rows);
    expect(fitting).toEqual(rows.slice(0, fitting.length));
    expect(fitting.length).toBeGreaterThan(50);
    expect(fittingRows(rows.slice(0, 5))).toEqual(rows.slice(0, 5));
  });

  it('have all 25 people of a website, and show that a longer list has more', () => {
    const people = Array.from({ length: 26 }, (_, n) => ({ name: `Person ${n}` }));
    expect(shortened({ people: people.slice(0, 25) })).toEqual({ people: people.slice(0, 25) });
    const cut = shortened({ people });
    expect(cut).toEqual({ people: [...people.slice(0, 25), '…'] });
    expect(shortened(cut)).toEqual(cut);
  });

  it('have texts that don’t end within a character', () => {
    expect(shortened(`${'x'.repeat(499)}😀 and more`)).toBe(`${'x'.repeat(499)}…`);
  });

  it('have at least one, and cut it if it is too large', () => {
    const [row] = fittingRows([shortened(wideRow())]);
    expect(Object.keys(row as object).length).toBeGreaterThanOrEqual(10);
  });
});
