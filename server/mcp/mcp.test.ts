import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import { cancelTask } from '../tasks/task-run.ts';
import { openTaskBench, type TaskBench } from '../tasks/test-tasks.ts';
import { MCP_TOOLS } from './mcp-server.ts';

let bench: TaskBench;
let server: ReturnType<typeof serve>;
let url: string;
let ada: Caller;
const clients: Client[] = [];
beforeAll(async () => {
  bench = await openTaskBench();
  const app = createApp(bench.deps);
  ada = await newCaller(app);
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterAll(async () => {
  for (const client of clients) await client.close();
  server.close();
  await bench.close();
});

async function connect(token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  clients.push(client);
  return client;
}

async function credits(): Promise<number> {
  const account = (await (await ada.get('account')).json()) as { credits: number };
  return account.credits;
}

describe('the Model Context Protocol', () => {
  it('lists the tools, with schemas and hints', async () => {
    const client = await connect(ada.token);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(MCP_TOOLS.map(({ name }) => name));
    for (const tool of tools) {
      expect(tool.description?.length).toBeGreaterThan(20);
      expect(tool.outputSchema).toBeDefined();
      expect(tool.annotations?.readOnlyHint).toBeTypeOf('boolean');
    }
    expect(JSON.stringify(tools).length).toBeLessThan(40_000);
  });

  it('starts nothing without a limit, and never costs more than it', async () => {
    const client = await connect(ada.token);
    const call = async (name: string, args: object) => {
      const reply = await client.callTool({ name, arguments: args as Record<string, unknown> });
      return reply.structuredContent as Record<string, unknown>;
    };
    const items = ['a.com', 'b.com', 'c.com'];
    const before = await credits();
    expect(await call('start', { kind: 'websites', items })).toMatchObject({
      started: false,
      cost_at_most: 3,
      credits_left: before,
    });
    expect(await call('start', { kind: 'websites', items, max_credits: 2 })).toMatchObject({
      started: false,
      cost_at_most: 3,
    });
    // A name that no header may have.
    const once = { kind: 'websites', items, max_credits: 3, request_id: 'Nur einmal – 一度\n' };
    // Each value would be worked and paid for.
    for (const [kind, item] of [
      ['websites', 'a.com b.com c.com'],
      ['emails', 'x@a.com, y@a.com'],
      ['companies', 'Acme\nBeta'],
    ] as const) {
      const several = await client.callTool({
        name: 'start',
        arguments: { kind, items: [item], max_credits: 1 },
      });
      expect(several).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('more than one value') }],
      });
    }
    const started = await Promise.all(Array.from({ length: 5 }, () => call('start', once)));
    const tasks = new Set(started.map(({ task }) => task).filter(Boolean));
    expect(tasks.size).toBe(1);
    const [id] = tasks;
    expect(await bench.task(String(id))).toMatchObject({ cap: 3 });
    await bench.settle(await bench.task(String(id)), [0, 1, 2]);
    expect(await credits()).toBe(before - 3);
    expect(await call('status', { task: id, wait: false })).toMatchObject({ processed: 3, credits_spent: 3 });
    const { rows, next_after } = await call('rows', { task: id, fields: ['n'] });
    expect([rows, next_after]).toEqual([items.map((input, n) => ({ position: n, input, row: { n } })), null]);
    expect(await call('cancel', { task: id })).toMatchObject({ task: id });
    expect(await call('credits', {})).toMatchObject({ credits_left: before - 3 });
  });

  it('says why a task stopped early, how much is missing, and what to do next', async () => {
    const client = await connect(ada.token);
    const call = async (name: string, args: object) => {
      const reply = await client.callTool({ name, arguments: args as Record<string, unknown> });
      return reply.structuredContent as Record<string, unknown>;
    };
    const items = ['early-a.com', 'early-b.com', 'early-c.com'];
    const { task, ...started } = await call('start', { kind: 'websites', items, max_credits: 3 });
    expect(started).toMatchObject({ stop_reason: null });
    await bench.settle(await bench.task(String(task)), [0]);
    await call('cancel', { task });
    expect(await call('status', { task })).toMatchObject({
      status: 'cancelled',
      stop_reason: 'user',
      resumable: true,
      next: expect.stringMatching(/^Call rows with this task\. 2 items were not done\. .*resume/),
    });

    // One that is done at once, and stops while it waits.
    const answer = call('find_email', {
      first_name: 'Early',
      last_name: 'Stop',
      domain: 'early-d.com',
      max_credits: 1,
    });
    const { db } = bench.deps.database;
    const newest = async () =>
      (
        await db
          .selectFrom('tasks')
          .select('id')
          .where('account_id', '=', ada.id)
          .where('status', '=', 'processing')
          .executeTakeFirst()
      )?.id ?? '';
    await expect.poll(newest).not.toBe('');
    await cancelTask(bench.deps, ada.id, await newest());
    expect(await answer).toMatchObject({
      results: [],
      stop_reason: 'user',
      next: expect.stringMatching(/^These are the results so far\. 1 item was not done\./),
    });
  });

  it('says what is wrong, and what to do', async () => {
    const client = await connect(ada.token);
    const call = (name: string, args: object) =>
      client.callTool({ name, arguments: args as Record<string, unknown> });
    const wrong = await call('start', { kind: 'people', items: ['Jane'], max_credits: 5 });
    expect(wrong).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('First, Last') }],
    });
    const missing = await call('status', { task: crypto.randomUUID() });
    expect(missing).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Check the ID') }],
    });
    const unknown = await call('lead_count', { database: 'apollo', filters: { jobs: ['x'] } });
    expect(unknown).toMatchObject({ isError: true });
    const list = await call('lead_count', { database: 'apollo', filters: { includeJobTitles: 'cto' } });
    expect(list.content).toEqual([
      {
        type: 'text',
        text: 'filters.includeJobTitles must be a list, such as ["cto"]. Correct the input, and call again.',
      },
    ]);
  });

  it('refuses input and names that it doesn’t know, so that nothing else is done than asked', async () => {
    const client = await connect(ada.token);
    const refusal = async (name: string, args: Record<string, unknown>) => {
      const { isError, content } = await client.callTool({ name, arguments: args });
      expect(isError).toBe(true);
      return (content as { text: string }[])[0]?.text;
    };
    const save = { database: 'apollo', filters: {}, list: 'Leads', max_credits: 100 };
    expect(await refusal('lead_export', { ...save, frist: 5 })).toBe(
      'Unknown field “frist”. Did you mean “first”? Correct the input, and call again.',
    );
    for (const max_credits of [100, undefined])
      expect(await refusal('lead_export', { ...save, filters: { leaveOut: [] }, max_credits })).toBe(
        'Please apply filters before exporting. Correct the input, and call again.',
      );
    expect(await refusal('quote', { kind: 'websites', items: 'a.com' })).toBe(
      'items must be a list, such as ["a.com"]. Correct the input, and call again.',
    );
    const columns = [{ name: 'Company' }, { name: 'Email' }];
    const made = await ada.post('list-create', { name: 'Known names', columns });
    const { id: list } = (await made.json()) as { id: string };
    expect(await refusal('list_rows', { list, columns: ['Company', 'Mail'] })).toBe(
      'There is no column “Mail”. There are: Company, Email. Correct the input, and call again.',
    );
    const once = { kind: 'websites', max_credits: 2, request_id: 'twice' };
    await client.callTool({ name: 'start', arguments: { ...once, items: ['once-a.com'] } });
    expect(await refusal('start', { ...once, items: ['once-b.com'] })).toBe(
      'This request_id was used before, for another request. Use a new one for each request, and call again.',
    );
  });

  it('needs a token, and no web page of another origin', async () => {
    const send = (headers: Record<string, string>) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      });
    const anonymous = await send({});
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="Leadwell", resource_metadata="http://127.0.0.1:3000/.well-known/oauth-protected-resource/mcp", scope="read run export"',
    ]);
    expect((await send({ authorization: 'Bearer lwk_wrong' })).status).toBe(401);
    const foreign = await send({ authorization: `Bearer ${ada.token}`, origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
  });
});
