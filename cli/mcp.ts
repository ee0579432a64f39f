import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '#server/mcp/mcp-server.ts';
import { serverCalls } from './lists/server-calls.ts';

/**
 * Serves the tools of the server in LEADWELL_URL to an assistant that started this command, until its standard input ends. Throws
 * UsageError without a key.
 */
export function serveMcp(): void {
  const server = serverCalls();
  serveStdio(() => createMcpServer(server), {
    // Standard output belongs to the protocol.
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
}
