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
  /** it changes nothing */
  readOnly: boolean;
  run(calls: McpCalls, input: z.output<Input>): Promise<McpAnswer>;
}

/** Declares a tool, keeping the type of its input. */
export function mcpTool<Input extends z.ZodObject>(tool: McpTool<Input>): McpTool {
  return tool as unknown as McpTool;
}

/** The largest answer, in characters of its JSON. Agents pay for each one that they read. */
const ANSWER_MAX_CHARS = 36_000;

/** As many of the rows as an answer has room for, at least one. */
export function fittingRows<Row>(rows: readonly Row[]): Row[] {
  let chars = 0;
  const fitting: Row[] = [];
  for (const row of rows) {
    chars += JSON.stringify(row).length + 1;
    if (fitting.length > 0 && chars > ANSWER_MAX_CHARS) break;
    fitting.push(row);
  }
  return fitting;
}

const CELL_MAX_CHARS = 500;

/** A value without long texts: "Lorem ip…". Lists keep their first entries. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > CELL_MAX_CHARS ? `${value.slice(0, CELL_MAX_CHARS)}…` : value;
  if (Array.isArray(value)) return value.slice(0, 20).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]));
}
