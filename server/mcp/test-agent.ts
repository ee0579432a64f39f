import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { leadwell } from '../../e2e/fixtures/leadwell-command.ts';
import type { LeadwellServer } from '../../e2e/fixtures/leadwell-server.ts';

/** A tool's answer, or its refusal. */
export type ToolAnswer = Record<string, unknown> & { refused?: string };

/** An agent with an API key at a server in another process. */
export interface Agent {
  /** Calls a tool. Throws if the server can't be reached. */
  tool(name: string, input?: object): Promise<ToolAnswer>;
  /** Calls `status` until the task has ended, and returns its last answer. */
  ended(task: unknown): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** The person whose agent it is. */
export interface AgentOwner {
  /** Makes a call with the session. */
  call(name: string, body?: object): Promise<Record<string, unknown>>;
  /** An agent with a key of its own. */
  agent(budget?: number): Promise<Agent>;
}

/** Signs a person up and gives them the unlimited plan. `server` is asked for each request, because it can be started again. */
export async function newAgentOwner(server: () => LeadwellServer, email: string): Promise<AgentOwner> {
  const post = async (path: string, token: string, body?: object) => {
    const reply = await fetch(`${server().url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return (await reply.json()) as Record<string, unknown>;
  };
  const session = await post('/auth/v1/signup', 'leadwell-public', {
    email,
    password: 'correct horse battery',
  });
  await leadwell(server(), 'users', 'upgrade', email);
  const call: AgentOwner['call'] = (name, body) =>
    post(`/functions/v1/${name}`, String(session.access_token), body);
  return {
    call,
    async agent(budget) {
      const scopes = ['read', 'run', 'export'];
      const { key } = await call('create-api-key', { name: 'Agent', scopes, monthlyBudget: budget ?? null });
      return connectAgent(server, String(key));
    },
  };
}

function connectAgent(server: () => LeadwellServer, key: string): Agent {
  const clients: Client[] = [];
  /** The same client as long as the server runs. */
  let current: { pid: number; client: Promise<Client> } | undefined;
  const connect = () => {
    const { url, pid } = server();
    if (current?.pid !== pid) {
      const client = new Client({ name: 'agent', version: '1.0.0' });
      clients.push(client);
      const requestInit = { headers: { authorization: `Bearer ${key}` } };
      const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit });
      current = { pid, client: client.connect(transport).then(() => client) };
    }
    return current.client;
  };
  const tool: Agent['tool'] = async (name, input = {}) => {
    const client = await connect();
    const reply = await client.callTool({ name, arguments: input as Record<string, unknown> });
    if (!reply.isError) return reply.structuredContent as ToolAnswer;
    return { refused: JSON.stringify(reply.content) };
  };
  return {
    tool,
    async ended(task) {
      for (;;) {
        const answer = await tool('status', { task });
        if (answer.status !== 'queued' && answer.status !== 'processing') return answer;
      }
    },
    async close() {
      for (const client of clients) await client.close().catch(() => {});
    },
  };
}
