import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Agent, type AgentOwner, newAgentOwner, type ToolAnswer } from '../../e2e/fixtures/agent.ts';
import { type FakeWeb, startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import { generatedName } from '../../e2e/fixtures/generated-sites.ts';
import { type LeadwellServer, startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { DRILL } from '../../e2e/fixtures/wait.ts';

/** An agent that was told to spend at most 50 credits, at a real server that is killed three times with SIGKILL. */

const LIMIT = 50;
const CALLS = 10;
const KILLS = 3;
const SITES = 100;

let web: FakeWeb;
let server: LeadwellServer;
let owner: AgentOwner;
let people = 0;
beforeAll(async () => {
  web = await startFakeWeb({ generated: { count: SITES, delayMs: 20 } });
});
beforeEach(async () => {
  server = await startLeadwell({ dnsServer: web.dnsServer, env: { LOG_LEVEL: 'error' } });
  people += 1;
  owner = await newAgentOwner(() => server, `agent${people}@example.com`);
});
afterEach(() => server.kill());
afterAll(() => web.close());

const site = (n: number) => web.siteUrl(generatedName(n));

async function restart(): Promise<void> {
  const { dataDir } = server;
  await server.kill();
  server = await startLeadwell({ dataDir, dnsServer: web.dnsServer, env: { LOG_LEVEL: 'error' } });
}

/** What the agent's key has spent. */
async function spent(): Promise<number> {
  const { keys } = (await owner.call('api-keys')) as { keys: { spentThisMonth: number }[] };
  return keys[0]?.spentThisMonth ?? 0;
}

/** Calls a tool until the server answers, as an agent does that lost the connection. */
async function untilAnswered(agent: Agent, name: string, input: object): Promise<ToolAnswer> {
  for (;;) {
    try {
      return await agent.tool(name, input);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Makes the calls at once, and kills the server while they are made and while their tasks work. */
async function drill(agent: Agent, name: string, inputs: readonly object[]): Promise<ToolAnswer[]> {
  const answers = Promise.all(inputs.map((input) => untilAnswered(agent, name, input)));
  await restart();
  const all = await answers;
  for (let kill = 1; kill < KILLS; kill++) {
    const before = await spent();
    if (before < LIMIT) await expect.poll(spent, { timeout: 60_000 }).toBeGreaterThan(before);
    await restart();
  }
  return all;
}

it(`can't spend ${LIMIT + 1} with a budget of ${LIMIT}, in ten tasks at once`, DRILL, async () => {
  const agent = await owner.agent(LIMIT);
  const inputs = Array.from({ length: CALLS }, (_, call) => ({
    kind: 'websites',
    items: Array.from({ length: SITES / CALLS }, (_, n) => site(call * (SITES / CALLS) + n)),
    max_credits: LIMIT,
    request_id: `call ${call}`,
  }));
  const answers = await drill(agent, 'start', inputs);
  let credits = 0;
  for (const { task } of answers) if (task) credits += Number((await agent.ended(task)).credits_spent);
  expect([credits, await spent()]).toEqual([LIMIT, LIMIT]);
  const more = await agent.tool('start', { ...inputs[0], items: ['never-read.example'], request_id: 'more' });
  expect(more.refused).toContain('budget');
  expect(await agent.tool('credits')).toMatchObject({ credits_left: 0 });
  await agent.close();
});

it(`can't spend ${LIMIT + 1} with max_credits ${LIMIT}, in ten calls for one run`, DRILL, async () => {
  const agent = await owner.agent();
  const list = await owner.call('list-create', {
    name: 'Sites',
    columns: [{ name: 'Website', role: 'website' }],
    keyColumn: 'Website',
  });
  const rows = Array.from({ length: SITES }, (_, n) => ({ Website: site(n) }));
  await owner.call('list-add-rows', { id: list.id, rows });
  await owner.call('list-step-save', {
    id: list.id,
    step: {
      kind: 'tool',
      name: 'Read websites',
      tries: [{ tool: 'website-extraction', options: { depth: 'quick' }, inputs: { website: 'Website' } }],
      outputs: [{ field: 'linkedin_url', name: 'Company page' }],
    },
  });
  const input = { list: list.id, max_credits: LIMIT, request_id: 'the run' };
  const answers = await drill(
    agent,
    'list_run',
    Array.from({ length: CALLS }, () => input),
  );
  const tasks = new Set(answers.map(({ task }) => task).filter(Boolean));
  expect(tasks.size).toBe(1);
  for (const task of tasks) expect((await agent.ended(task)).credits_spent).toBe(LIMIT);
  expect(await spent()).toBe(LIMIT);
  await agent.close();
});
