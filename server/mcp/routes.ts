import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { Context, Hono } from 'hono';
import { CONNECTION_SCOPES } from '#contract/connections.ts';
import { CallError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { type AppEnv, type Authenticate, requestSession } from '../http/context.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { resourceMetadataUrl } from '../oauth/metadata.ts';
import { createMcpServer } from './mcp-server.ts';
import type { McpCalls } from './mcp-tool.ts';
import { requestCalls } from './request-calls.ts';
import { createSessions } from './sessions.ts';

const MCP_PATH = '/mcp';
/** Enough for an agent that works fast. Its calls have their own limits besides. */
const REQUESTS: RateLimit = { name: 'mcp', limit: 600, windowMs: 60_000 };
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Mounts the Model Context Protocol, in its revision of 2026-07-28 without sessions, and for clients of 2025 with them. Requests need an
 * API key as a bearer token. A request from a web page of another origin is refused, so that no page can use a key that a
 * browser sends along. Only tests set `createServer`.
 */
export function mountMcp(
  app: Hono<AppEnv>,
  deps: Deps,
  authenticate: Authenticate,
  createServer: (calls: McpCalls) => McpServer = (calls) =>
    createMcpServer(calls, (err, tool) => deps.log.error({ err, tool }, 'a tool of assistants failed')),
): void {
  const limiter = createRateLimiter(deps);
  // RFC 9728 §5.1: where an assistant learns how to get a token.
  const challenge = `Bearer realm="Leadwell", resource_metadata="${resourceMetadataUrl(deps.publicUrl)}", scope="${CONNECTION_SCOPES.join(' ')}"`;
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { context } = (authInfo?.extra ?? {}) as { context?: Context<AppEnv> };
      if (!context) throw new Error('An MCP request has no context.');
      return createServer(requestCalls(app, context.req.raw, context.env));
    },
    {
      maxRequestBodySize: MAX_BODY_BYTES,
      onerror: (error) => deps.log.warn({ err: error }, 'an MCP request was refused'),
    },
  );
  const sessions = createSessions(deps, { createServer, maxBodyBytes: MAX_BODY_BYTES });
  app.all(MCP_PATH, async (context) => {
    context.header('Cache-Control', 'no-store');
    const origin = context.req.header('origin');
    if (origin !== undefined && origin !== new URL(deps.publicUrl).origin)
      throw new CallError('forbidden', 'This address is for assistants, not for web pages.');
    const session = await requestSession(context, deps.config.PUBLISHABLE_KEY, authenticate).catch(
      (error: unknown) => {
        if (error instanceof CallError && error.code === 'not_authenticated')
          context.header('WWW-Authenticate', `${challenge}, error="invalid_token"`);
        throw error;
      },
    );
    if (!session) {
      context.header('WWW-Authenticate', challenge);
      throw new CallError('not_authenticated', 'Connect with OAuth, or send an API key as a bearer token.');
    }
    await limiter.take(REQUESTS, session.accountId);
    // The token is checked again by each call that a tool makes.
    const calls = requestCalls(app, context.req.raw, context.env);
    const request = onlyUtf8(context.req.raw);
    const ofSession = await sessions.serve(request, { accountId: session.accountId, calls });
    if (ofSession) return ofSession;
    const authInfo = { token: '', clientId: session.accountId, scopes: [], extra: { context } };
    return handler.fetch(request, { authInfo });
  });
}

/** The same request, with a body that fails where it isn't UTF-8: the protocol's own reader would take U+FFFD for what it can't read. */
function onlyUtf8(request: Request): Request {
  if (!request.body) return request;
  const body = request.body
    .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
    .pipeThrough(new TextEncoderStream());
  return new Request(request, { body, duplex: 'half' } as RequestInit);
}
