import type { Hono } from 'hono';
import { CallError, ERRORS, ErrorBody, type ErrorCode } from '#contract/errors.ts';
import type { AppEnv } from '../http/context.ts';
import type { McpCalls } from './mcp-tool.ts';

/**
 * Makes calls to the app itself with the headers of a request, so that its token has the same permissions, limits, budget and
 * address as in any other call.
 */
export function requestCalls(
  app: Pick<Hono<AppEnv>, 'fetch'>,
  request: Request,
  env: AppEnv['Bindings'] | undefined,
): McpCalls {
  const base = new URL(request.url).origin;
  return {
    async invoke(call, input, { idempotencyKey, respondAsync } = {}) {
      const isGet = call.method === 'GET';
      const url = new URL(call.path, base);
      if (isGet)
        for (const [name, value] of Object.entries(input as object))
          if (value !== undefined) url.searchParams.set(name, String(value));
      const headers = new Headers(
        ['authorization', 'apikey', 'x-forwarded-for', 'user-agent'].flatMap((name) => {
          const value = request.headers.get(name);
          return value === null ? [] : [[name, value] as [string, string]];
        }),
      );
      if (!isGet) headers.set('content-type', 'application/json');
      if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
      if (respondAsync) headers.set('prefer', 'respond-async');
      const body = isGet ? {} : { body: JSON.stringify(input) };
      const sent = new Request(url, { method: call.method, headers, signal: request.signal, ...body });
      const reply = await app.fetch(sent, env);
      const json: unknown = await reply.json().catch(() => null);
      if (!reply.ok) throw refusal(json);
      return call.reply.parse(json) as never;
    },
  };
}

function refusal(json: unknown): CallError {
  const { error } = ErrorBody.safeParse(json).data ?? {};
  const code = error && error.code in ERRORS ? (error.code as ErrorCode) : 'internal';
  return new CallError(code, error?.message);
}
