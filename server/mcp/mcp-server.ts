import { McpServer, type McpServerOptions, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { parseCallInput } from '../http/bind.ts';
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

/** The fields of an input, for agents. The tool checks them itself, so that it refuses a wrong one in the words of other calls. */
function listedInput(input: z.ZodObject): StandardSchemaWithJSON<unknown, unknown> {
  const standard = z.strictObject(input.shape)['~standard'];
  return { '~standard': { ...standard, validate: (value) => ({ value }) } };
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
  not_found:
    'Check the ID. A task’s ID is in the answer that started it. To find the ID of a list, call lists.',
  validation_failed: 'Correct the input, and call again.',
  unprocessable: 'Correct the input, and call again.',
  conflict: 'Wait until what goes on has ended, or choose another name, and call again.',
  forbidden: 'Ask the person for an API key with this permission.',
  quota_exceeded: 'Ask the person to delete what they no longer need, or to raise the limit.',
};

/** The message for another request with a known `request_id`, which the call knows by another name. */
const USED_BEFORE =
  'This request_id was used before, for another request. Use a new one for each request, and call again.';
const FAULT = 'Something went wrong in Leadwell. Try again later, or ask its operator to check the log.';

/** Is told of an error of a tool that is no refusal. Agents get a plain message instead. */
export type OnFault = (error: unknown, tool: string) => void;

/** A server for one client or one request. Its tools make their calls with `calls`. Only tests set `options`. */
export function createMcpServer(
  calls: McpCalls,
  onFault: OnFault,
  options: McpServerOptions = {},
): McpServer {
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
        inputSchema: listedInput(input),
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
          const done = await run(calls, parseCallInput(input, given));
          const answer = { ...done, ...(await balanceAfter(calls)) };
          return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
        } catch (error) {
          return { isError: true, content: [{ type: 'text', text: refusalText(error, name, onFault) }] };
        }
      },
    );
  }
  return server;
}

/** What an agent reads about an error: what is wrong, and what to do. */
function refusalText(error: unknown, tool: string, onFault: OnFault): string {
  if (!(error instanceof CallError || error instanceof OperatorError)) {
    onFault(error, tool);
    return FAULT;
  }
  if (error instanceof CallError && error.code === 'idempotency_conflict') return USED_BEFORE;
  const next = error instanceof CallError ? NEXT[error.code] : null;
  return [sentence(cutText(error.message, MESSAGE_MAX_CHARS)), next].filter(Boolean).join(' ');
}
