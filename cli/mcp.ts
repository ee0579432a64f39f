import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { CallError } from '#contract/errors.ts';
import { createMcpServer } from '#server/mcp/mcp-server.ts';
import type { McpCalls } from '#server/mcp/mcp-tool.ts';
import { firstErrorLine } from '#server/platform/operator-error.ts';
import { LostServer } from './lists/lost-server.ts';
import { RefusedCall, type ServerCalls, serverCalls } from './lists/server-calls.ts';
import { UsageError } from './usage-error.ts';

/**
 * Serves the tools of the server in LEADWELL_URL to an assistant that started this command, until its standard input ends. Throws
 * UsageError without a key.
 */
export function serveMcp(): void {
  const calls = callsOfAgent(serverCalls());
  // Standard output belongs to the protocol.
  const report = (error: unknown) => process.stderr.write(`${firstErrorLine(error)}\n`);
  serveStdio(() => createMcpServer(calls, report), { onerror: report });
}

/** The same calls with the errors that the tools know, so that an agent reads what to do next. */
function callsOfAgent({ invoke }: ServerCalls): McpCalls {
  return {
    invoke: (call, input, options) =>
      invoke(call, input, options).catch((error: unknown) => {
        throw callError(error);
      }),
  };
}

function callError(error: unknown): unknown {
  if (error instanceof UsageError) return new CallError('validation_failed', error.message);
  if (error instanceof LostServer) return new CallError('unavailable', error.message);
  if (error instanceof RefusedCall && error.code) return new CallError(error.code, error.message);
  return error;
}
