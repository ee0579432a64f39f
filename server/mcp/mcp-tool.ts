import type { z } from 'zod';
import type { Call, ReplyOf } from '#contract/call.ts';

/** Makes calls as the owner of the token of a request. Throws CallError for a refusal. */
export interface McpCalls {
  invoke<C extends Call>(
    call: C,
    input: z.input<C['input']>,
    options?: { idempotencyKey?: string | undefined; respondAsync?: boolean },
  ): Promise<ReplyOf<C>>;
}

/** An answer for an agent: what happened in a sentence, and what to do next. */
export interface McpAnswer {
  summary: string;
  [field: string]: unknown;
}

/** A tool that agents call. `name` never changes: agents remember it. */
export interface McpTool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  /** for the agent: what it does, what it costs, and when to use it */
  description: string;
  input: Input;
  /** fields of the answer besides `summary`, `next` and those of BALANCE_OUTPUT; an answer has only some of them */
  output: Readonly<Record<string, z.ZodType>>;
  /** it changes nothing */
  readOnly: boolean;
  /** doing it again changes nothing more; default: as `readOnly` */
  idempotent?: true;
  run(calls: McpCalls, input: z.output<Input>): Promise<McpAnswer>;
}

/** Declares a tool, keeping the type of its input. */
export function mcpTool<Input extends z.ZodObject>(tool: McpTool<Input>): McpTool {
  return tool as unknown as McpTool;
}
