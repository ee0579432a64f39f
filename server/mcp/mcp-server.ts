import { McpServer, type McpServerOptions } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { refuseUnstorable } from '../http/storable.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { accountTools } from './account-tools.ts';
import { contactTools } from './contact-tools.ts';
import { leadTools } from './lead-tools.ts';
import { listTools } from './list-tools.ts';
import type { McpCalls, McpTool } from './mcp-tool.ts';
import { BALANCE_OUTPUT, balanceAfter } from './money.ts';
import { sentence } from './sentence.ts';
import { taskTools } from './task-tools.ts';

/** All tools, in the order in which agents see them. */
export const MCP_TOOLS: readonly McpTool[] = [
  ...taskTools,
  ...contactTools,
  ...leadTools,
  ...listTools,
  ...accountTools,
];

/** The version of the tools: their names, inputs and answers only grow within it. */
const VERSION = '1.0.0';

/** What the answers of a tool have. All but the summary depends on what happened. */
function answerSchema(output: McpTool['output']): z.ZodObject {
  const optional = Object.entries({ ...output, ...BALANCE_OUTPUT }).map(([name, field]) => [
    name,
    field.optional(),
  ]);
  return z.looseObject({
    summary: z.string(),
    next: z.string().optional(),
    ...Object.fromEntries(optional),
  });
}

/** Messages can repeat what was sent. */
const MESSAGE_MAX_CHARS = 1000;

const INSTRUCTIONS =
  'Leadwell finds and verifies business contacts. Tools that can cost credits start nothing without max_credits: call them without it for a quote, ask the person, then call again with the limit. Long work is a task: start, status, rows.';

/** What to do about a refusal. */
const NEXT: Readonly<Record<string, string>> = {
  not_authenticated: 'Ask the person for a valid API key.',
  access_denied:
    'Ask the person to buy credits, to raise the budget of the API key, or to give it the permission.',
  rate_limited: 'Wait, and try again.',
  unavailable: 'Wait, and try again.',
  not_found: 'Check the ID: list tasks or lists first.',
  validation_failed: 'Correct the input, and call again.',
  unprocessable: 'Correct the input, and call again.',
  conflict: 'Wait until what goes on has ended, or choose another name, and call again.',
  forbidden: 'Ask the person for an API key with this permission.',
  quota_exceeded: 'Ask the person to delete what they no longer need, or to raise the limit.',
};

/** A server for one client or one request. Its tools make their calls with `calls`. Only tests set `options`. */
export function createMcpServer(calls: McpCalls, options: McpServerOptions = {}): McpServer {
  const server = new McpServer(
    { name: 'leadwell', version: VERSION },
    { capabilities: { tools: { listChanged: false } }, ...options, instructions: INSTRUCTIONS },
  );
  for (const { name, title, description, input, output, readOnly, idempotent = readOnly, run } of MCP_TOOLS) {
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        outputSchema: answerSchema(output),
        annotations: {
          title,
          readOnlyHint: readOnly,
          destructiveHint: false,
          idempotentHint: idempotent,
          openWorldHint: !readOnly,
        },
      },
      async (given) => {
        try {
          // Before it is written as JSON for a call, which deep nesting would stop with an error of its own.
          refuseUnstorable(given);
          const done = await run(calls, given);
          const answer = { ...done, ...(await balanceAfter(calls)) };
          return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
        } catch (error) {
          if (!(error instanceof CallError || error instanceof OperatorError)) throw error;
          const next = error instanceof CallError ? NEXT[error.code] : null;
          return {
            isError: true,
            content: [
              {
                type: 'text',
                text: [sentence(cutText(error.message, MESSAGE_MAX_CHARS)), next].filter(Boolean).join(' '),
              },
            ],
          };
        }
      },
    );
  }
  return server;
}
