import { readFileSync } from 'node:fs';
import type { INodeExecutionData } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../server/webhooks/test-receiver.ts';
import { LeadwellApi } from '../n8n/credentials/LeadwellApi.credentials.ts';
import { Leadwell } from '../n8n/nodes/Leadwell/Leadwell.node.ts';
import { LeadwellTrigger } from '../n8n/nodes/LeadwellTrigger/LeadwellTrigger.node.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { executeContext, triggerContexts } from './fake-n8n.ts';
import { waits } from './fake-n8n-workflow.ts';
import { toolsSource } from './generate.ts';

let server: TestServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  server = await startTestServer();
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await receiver.close();
  await server.close();
});

const node = new Leadwell();
const run = async (context: ReturnType<typeof executeContext>): Promise<INodeExecutionData[]> =>
  (await node.execute.call(context))[0] ?? [];
const taskOf = ([result]: INodeExecutionData[]) => {
  expect(result).toBeDefined();
  return (result!.json.leadwell as { taskId: string }).taskId;
};
const websites = (operation: string, sites: readonly string[]) =>
  sites.map((site) => ({ operation, tool: 'websites', websites: site }));

/** Makes a call of the server. */
async function call(name: string, body: object): Promise<Record<string, unknown>> {
  const reply = await fetch(`${server.url}/v1/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([name, reply.status]).toEqual([name, 200]);
  return (await reply.json()) as Record<string, unknown>;
}

it('has the tools of the catalog; if not, run `node integrations/n8n-build/generate.ts`', () => {
  const file = new URL('../n8n/nodes/Leadwell/tools.ts', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(toolsSource());
});

describe('the node', () => {
  it('has a parameter for the items of each tool, and files for all that it names', () => {
    const { properties, icon } = node.description;
    const names = properties.map(({ name }) => name);
    const tools = properties.find(({ name }) => name === 'tool')?.options?.map(({ value }) => value) ?? [];
    expect(tools.sort()).toEqual(['companies', 'emails', 'people', 'profiles', 'websites']);
    expect(names).toEqual(expect.arrayContaining(tools));
    for (const file of Object.values(icon))
      expect(
        readFileSync(new URL(`../n8n/nodes/Leadwell/${file.slice(5)}`, import.meta.url), 'utf8'),
      ).toContain('svg');
  });

  it('runs all input items in one task, with each result at its items', async () => {
    const [a = '', b = ''] = server.sites(2);
    const context = executeContext(server, websites('runList', [a, b, a]));
    const results = await run(context);
    expect(results.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 2 }], [{ item: 1 }]]);
    for (const { json } of results)
      expect(json).toMatchObject({
        emails: [expect.stringContaining('@')],
        leadwell: { key: expect.any(String), taskId: expect.any(String) },
      });
    expect(context.sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
    // Tried again in the same execution, it gets the same task; in another one, a new task.
    expect(taskOf(await run(executeContext(server, websites('runList', [a, b, a]))))).toBe(taskOf(results));
    const later = executeContext(server, websites('runList', [a, b, a]), { executionId: '2' });
    expect(taskOf(await run(later))).not.toBe(taskOf(results));
  });

  it('runs each input item by itself', async () => {
    const sites = server.sites(2);
    const context = executeContext(server, websites('runOne', sites));
    const results = await run(context);
    expect(results.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }], [{ item: 1 }]]);
    expect(results.map(({ json }) => (json.leadwell as { input: string }).input)).toEqual(sites);
    expect(context.sent.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('runs people with their domain', async () => {
    const items = [{ operation: 'runList', tool: 'people', people: 'Abelric, Abelwell,\ndotted.com' }];
    expect(await run(executeContext(server, items))).toMatchObject([
      { json: { verified_email: 'abelric.abelwell@dotted.com' }, pairedItem: [{ item: 0 }] },
    ]);
  });

  it('gets the rows of a task and of a list, all or some', async () => {
    const sites = server.sites(3);
    const taskId = taskOf(await run(executeContext(server, websites('runList', sites))));
    const rows = async (parameters: object) =>
      (await run(executeContext(server, [{ ...parameters }]))).map(({ json }) => json);
    expect(await rows({ operation: 'getTaskRows', taskId, returnAll: true })).toHaveLength(3);
    expect(await rows({ operation: 'getTaskRows', taskId, returnAll: false, limit: 2 })).toHaveLength(2);
    const { id: listId } = await call('list-create', { name: 'For n8n', columns: [{ name: 'Company' }] });
    const names = Array.from({ length: 205 }, (_, index) => ({ Company: `Company ${index}` }));
    await call('list-add-rows', { id: listId, rows: names });
    const all = await rows({ operation: 'getListRows', listId, returnAll: true });
    expect(all.map(({ Company }) => Company)).toEqual(names.map(({ Company }) => Company).toReversed());
    expect(await rows({ operation: 'getListRows', listId })).toHaveLength(50);
  });

  it('names the items that a task left when it stopped early, or fails', async () => {
    const [a = '', b = '', c = ''] = server.sites(3);
    const caller = { url: server.url, key: await server.budgetKey(1) };
    const items = websites('runList', [a, b, c, b]);
    const results = await run(executeContext(caller, items, { continueOnFail: true }));
    const [done, ...left] = results;
    const taskId = taskOf(results);
    const { input } = done!.json.leadwell as { input: string };
    const error = 'The task stopped: the monthly budget of the API key is spent. 1 of 3 done.';
    const itemsLeft = [a, b, c, b].flatMap((site, item) => (site === input ? [] : [item]));
    expect(left).toEqual(itemsLeft.map((item) => ({ json: { error, taskId }, pairedItem: [{ item }] })));
    await expect(run(executeContext(caller, items))).rejects.toMatchObject({
      name: 'NodeOperationError',
      message: expect.stringMatching(`^The task stopped: .*${taskId}$`),
    });
  });

  it('runs the other items beside those without a value, if it goes on after errors', async () => {
    const [site = ''] = server.sites(1);
    const items = [...websites('runList', [site, ' ']), { operation: 'runList', tool: 'websites' }];
    const [done, ...left] = await run(executeContext(server, items, { continueOnFail: true }));
    expect(done).toMatchObject({ json: { leadwell: { input: site } }, pairedItem: [{ item: 0 }] });
    const json = { error: 'This item has no value for the tool.' };
    expect(left).toEqual([1, 2].map((item) => ({ json, pairedItem: [{ item }] })));
    await expect(run(executeContext(server, items))).rejects.toThrow('This item has no value for the tool.');
  });

  it('waits for a server that is away for a moment, and starts nothing twice', async () => {
    const sites = server.sites(1);
    const failures = ['502', '429', 'ETIMEDOUT'];
    waits.splice(0);
    const context = executeContext(server, websites('runList', sites), { failures });
    expect(await run(context)).toHaveLength(1);
    expect([waits.length, failures]).toEqual([3, []]);
    expect(context.sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
    for (const [codes, requests] of [
      [Array.from({ length: 9 }, () => '503'), 5],
      [['404', '404'], 1],
    ] as const) {
      const failing = executeContext(server, [{ operation: 'getTaskRows', taskId: crypto.randomUUID() }], {
        failures: [...codes],
      });
      await expect(run(failing)).rejects.toMatchObject({ name: 'NodeApiError' });
      expect(failing.sent).toHaveLength(requests);
    }
  });

  it('fails with what the server says, or goes on with it', async () => {
    const missing = { operation: 'getTaskRows', taskId: crypto.randomUUID() };
    await expect(run(executeContext(server, [missing]))).rejects.toMatchObject({
      name: 'NodeApiError',
      itemIndex: 0,
    });
    const items = [missing, { operation: 'getTaskRows', taskId: crypto.randomUUID() }];
    const results = await run(executeContext(server, items, { continueOnFail: true }));
    expect(results).toMatchObject(
      [0, 1].map((item) => ({
        json: { error: expect.stringContaining('not_found') },
        pairedItem: [{ item }],
      })),
    );
    const empty = run(executeContext(server, websites('runOne', [' '])));
    await expect(empty).rejects.toMatchObject({ name: 'NodeOperationError', itemIndex: 0 });
  });
});

describe('the credentials', () => {
  it('are tested with a call that the key can make', async () => {
    const { authenticate, test, properties } = new LeadwellApi();
    expect(properties.find(({ name }) => name === 'apiKey')?.typeOptions).toEqual({ password: true });
    const fill = (text: string) =>
      text
        .replace(/^=/, '')
        .replace('{{$credentials.url}}', server.url)
        .replace('{{$credentials.apiKey}}', server.key);
    const send = (authorization: string) =>
      fetch(`${fill(test.request.baseURL)}${test.request.url}`, { headers: { authorization } });
    const header = fill(authenticate.properties.headers.Authorization ?? '');
    expect((await send(header)).status).toBe(200);
    expect((await send('Bearer lwk_wrong')).status).toBe(401);
  });
});

describe('the trigger', () => {
  const trigger = new LeadwellTrigger();
  const methods = trigger.webhookMethods.default;

  /** The trigger switched on, and the events that it got there. */
  async function open(path: string, parameters: Record<string, unknown>) {
    const contexts = triggerContexts(server, parameters, receiver.url(path));
    expect(await methods.checkExists.call(contexts.hook)).toBe(false);
    expect(await methods.create.call(contexts.hook)).toBe(true);
    expect(await methods.checkExists.call(contexts.hook)).toBe(true);
    const event = async (index: number) => {
      await vi.waitFor(() => expect(receiver.at(path).length).toBeGreaterThan(index), WAIT);
      const { headers, body } = receiver.at(path)[index]!;
      return { headers: headers as Record<string, string | undefined>, body };
    };
    const hand = (headers: Record<string, string | undefined>, body: string) =>
      trigger.webhook.call(contexts.webhook(headers, body));
    return { ...contexts, event, hand };
  }

  it('starts with the rows of a finished task, once for each signed event', async () => {
    const { hook, event, hand, stored, answers } = await open('/task', { event: 'taskFinished' });
    const sites = server.sites(2);
    await run(executeContext(server, websites('runList', sites)));
    const { headers, body } = await event(0);
    const refused = { noWebhookResponse: true };
    expect(await hand({ ...headers, 'webhook-signature': 'v1,AAAA' }, body)).toEqual(refused);
    expect(await hand(headers, body.replace('completed', 'stopped'))).toEqual(refused);
    expect(await hand({ ...headers, 'webhook-timestamp': '1600000000' }, body)).toEqual(refused);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    const { workflowData = [] } = await hand(headers, body);
    expect(workflowData[0]?.map(({ json }) => (json.leadwell as { input: string }).input)).toEqual(sites);
    expect(await hand(headers, body)).toEqual({ webhookResponse: 'Known' });
    expect(answers).toHaveLength(3);
    expect(await methods.delete.call(hook)).toBe(true);
    expect(stored).not.toHaveProperty('secret');
    expect(await methods.checkExists.call(hook)).toBe(false);
    expect(await methods.delete.call(hook)).toBe(true);
  });

  it('starts with the new rows of a list, and not of another one', async () => {
    const newList = async (name: string) =>
      String((await call('list-create', { name, columns: [{ name: 'Company' }] })).id);
    const [own, other] = [await newList('Own'), await newList('Other')];
    const { hook, event, hand } = await open('/rows', { event: 'newRows', listId: own });
    await call('list-add-rows', { id: other, rows: [{ Company: 'No' }] });
    const foreign = await event(0);
    expect(await hand(foreign.headers, foreign.body)).not.toHaveProperty('workflowData');
    await call('list-add-rows', { id: own, rows: [{ Company: 'A' }, { Company: 'B' }] });
    const { headers, body } = await event(1);
    // More are added before the event is read. They have an event of their own.
    await call('list-add-rows', { id: own, rows: [{ Company: 'C' }] });
    const later = await event(2);
    const { workflowData = [] } = await hand(headers, body);
    expect(workflowData[0]?.map(({ json }) => [json.Company, json.listId])).toEqual([
      ['B', own],
      ['A', own],
    ]);
    const { workflowData: next = [] } = await hand(later.headers, later.body);
    expect(next[0]?.map(({ json }) => json.Company)).toEqual(['C']);
    await methods.delete.call(hook);
  });

  it('leaves no webhook behind when it is switched on at another address', async () => {
    const { hook, stored } = await open('/before', { event: 'taskFinished' });
    const before = stored.webhookId;
    const moved = { ...hook, getNodeWebhookUrl: () => receiver.url('/after') };
    expect(await methods.checkExists.call(moved)).toBe(false);
    expect(await methods.create.call(moved)).toBe(true);
    const reply = await fetch(`${server.url}/v1/webhooks`, {
      headers: { authorization: `Bearer ${server.key}` },
    });
    const { webhooks } = (await reply.json()) as { webhooks: { id: string }[] };
    const ids = webhooks.map(({ id }) => id);
    expect(ids).toContain(stored.webhookId);
    expect(ids).not.toContain(before);
    await methods.delete.call(moved);
  });

  it('can start with what happened only', async () => {
    const { hook, event, hand } = await open('/event', { event: 'taskFinished', outputRows: false });
    await run(executeContext(server, websites('runList', server.sites(1))));
    const { headers, body } = await event(0);
    expect(await hand(headers, body)).toMatchObject({
      workflowData: [[{ json: { type: 'task.completed', total: 1, found: 1 } }]],
    });
    await methods.delete.call(hook);
  });
});
