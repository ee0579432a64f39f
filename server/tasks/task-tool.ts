import type { Call, InputOf } from '#contract/call.ts';
import type { TaskType } from '#contract/tasks.ts';
import type { TaskToolDefinition } from '#tools/definition.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db.ts';
import type { TaskRecord } from './store.ts';

/** A request's list, ready to become a task. */
export interface AcceptedList {
  /** one item each, distinct */
  inputs: readonly string[];
  /** what an Idempotency-Key stands for; the input itself unless that is large */
  fingerprint?: () => Promise<unknown>;
  /** stores more of what the task is made of, before it starts */
  attach?: (db: Db, taskId: string) => Promise<void>;
}

/** Functions that a tool calls from the crawl thread and that run on the main thread, where the database is. */
export type ToolPorts = Readonly<Record<string, Readonly<Record<string, PortMethod>>>>;
// biome-ignore lint/suspicious/noExplicitAny: each port has its own methods; the tool knows their types.
type PortMethod = (...args: any[]) => Promise<unknown>;

export interface OpenPorts {
  ports: ToolPorts;
  /** Ends what the ports keep running. */
  close(): Promise<void>;
}

/** How the crawl thread makes the tool: `create` names a function of `module` that takes (options, ports). */
export interface ToolRun {
  /** URL of the module */
  module: string;
  create: string;
  /** What the configuration says to the tool: plain values, copied to the thread. */
  options(config: Config): object;
  openPorts?(deps: Deps): OpenPorts;
}

/** The server half of a tool that works through a list of items. */
export interface TaskTool {
  readonly definition: TaskToolDefinition;
  /** The function that starts a task. */
  readonly start: Call;
  /** Reads a validated request into items. Throws CallError when nothing can be started. */
  accept(deps: Deps, input: unknown): Promise<AcceptedList>;
  /** Items with the same key stay in one shard and share what is fetched for them. */
  shardKey(input: string): string;
  /** The text of the JSON reply to a synchronous call, for a task that ended or not. */
  reply(deps: TaskReplyDeps, task: TaskRecord): AsyncIterable<string>;
  /** The text of the task's CSV file, header first. Without it the definition's columns are written. */
  csv?(db: Db, taskId: string): AsyncIterable<string>;
  /** Least time between the starts of two batches of one task, in ms. */
  batchPauseMs?(config: Config): number;
  readonly run: ToolRun;
}

/** Declares a tool's server half; `accept` gets what the start call's schema parsed. */
export function defineTaskTool<Start extends Call>(
  tool: Omit<TaskTool, 'start' | 'accept'> & {
    start: Start;
    accept(deps: Deps, input: InputOf<Start>): Promise<AcceptedList>;
  },
): TaskTool {
  return tool as TaskTool;
}

export type TaskReplyDeps = Pick<Deps, 'database' | 'clock'>;

export type TaskTools = ReadonlyMap<TaskType, TaskTool>;
