import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  type McpServer,
  readRequestBody,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../deps.ts';
import type { McpCalls } from './mcp-tool.ts';

/** A session ends this long after its last request. Its client then goes on without one, and notices nothing. */
const IDLE_MS = 10 * 60_000;
/** Each takes 170 KB. The one that wasn't used for the longest time makes room for another. */
const SESSIONS_MAX = 200;
export const SESSIONS_PER_ACCOUNT = 5;
const SESSION_HEADER = 'mcp-session-id';

interface OpenSession {
  accountId: string;
  server: McpServer;
  transport: WebStandardStreamableHTTPServerTransport;
}

export interface McpSessions {
  /** Answers a request of a session, or the one that opens it. null: it belongs to none that is open here. */
  serve(request: Request, from: { accountId: string; calls: McpCalls }): Promise<Response | null>;
}

/**
 * Sessions of clients of the 2025 revisions (Streamable HTTP, Session Management), in which the server can ask the client.
 * They hold nothing that counts: each request is authenticated and makes its calls with its own token, and a request of a session
 * that this process doesn't have (another one opened it, or it ended by itself) is answered without one. A session
 * that its client ended answers 404.
 */
export function createSessions(
  { log, stopping }: Pick<Deps, 'log' | 'stopping'>,
  { createServer, maxBodyBytes }: { createServer: (calls: McpCalls) => McpServer; maxBodyBytes: number },
): McpSessions {
  const current = new AsyncLocalStorage<McpCalls>();
  const open = new LRUCache<string, OpenSession>({
    max: SESSIONS_MAX,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    // What it is answering goes on. Only its stream besides requests ends.
    dispose: ({ transport }) => transport.closeStandaloneSSEStream(),
  });
  const ended = new LRUCache<string, true>({ max: SESSIONS_MAX, ttl: IDLE_MS });
  // Open streams would keep the process from stopping.
  stopping.addEventListener('abort', () => open.clear(), { once: true });

  /** A server whose tools make their calls with the token of the request that they answer. */
  const callsOfRequest: McpCalls = {
    invoke(...call) {
      const calls = current.getStore();
      if (!calls) throw new Error('A tool was called outside of a request.');
      return calls.invoke(...call);
    },
  };

  async function openSession(accountId: string): Promise<WebStandardStreamableHTTPServerTransport> {
    // From the one that was used last.
    const own = [...open.entries()].filter(([, session]) => session.accountId === accountId);
    for (const [id] of own.slice(SESSIONS_PER_ACCOUNT - 1)) open.delete(id);
    const server = createServer(callsOfRequest);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized: (id) => void open.set(id, { accountId, server, transport }),
      onsessionclosed: (id) => {
        open.delete(id);
        ended.set(id, true);
      },
    });
    server.server.onerror = (error) => log.warn({ err: error }, 'an MCP session had an error');
    await server.connect(transport);
    return transport;
  }

  return {
    async serve(request, { accountId, calls }) {
      const id = request.headers.get(SESSION_HEADER);
      if (id !== null) {
        if (ended.has(id)) return sessionEnded();
        const session = open.get(id);
        if (session?.accountId !== accountId) return null;
        return current.run(calls, () => session.transport.handleRequest(request));
      }
      if (!(await opensSession(request, maxBodyBytes))) return null;
      const transport = await openSession(accountId);
      return current.run(calls, () => transport.handleRequest(request));
    },
  };
}

/** Whether a request is the first one of a client of the 2025 revisions. Its body can still be read. */
async function opensSession(request: Request, maxBodyBytes: number): Promise<boolean> {
  // Later requests name their revision here.
  if (request.method !== 'POST' || request.headers.has('mcp-protocol-version')) return false;
  try {
    const body = await readRequestBody(request.clone(), maxBodyBytes);
    return !body.tooLarge && isInitializeRequest(JSON.parse(body.text));
  } catch {
    return false;
  }
}

function sessionEnded(): Response {
  const error = { code: -32_001, message: 'This session has ended. Start a new one.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
