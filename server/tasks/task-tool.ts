import type { RawBuilder } from 'kysely';
import type { Call, InputOf } from '#contract/call.ts';
import type { ListColumns, ListRole } from '#contract/lists.ts';
import type { TextEncoding } from '#contract/task-csv.ts';
import type { StopReason, TaskOptions, TaskType } from '#contract/tasks.ts';
import type { TaskToolDefinition, ToolCharge } from '#tools/tool.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { PendingItem } from './item-store.ts';
import type { Result } from './results.ts';
import type { TaskRecord } from './store.ts';
import type { SettledRow } from './stored-rows.ts';
import { taskMessage } from './task-message.ts';
import { copyList, loadList } from './uploaded-list.ts';
import type { CheckedItem, WorkedItem } from './worked-item.ts';

export type { TaskRecord };

/** Which rows are wanted. */
export interface ContentFilter {
  /** whether only some rows are wanted */
  filtered: boolean;
  /** whether the file has this row */
  shows(result: Result): boolean;
  /** whether it has a line with these cells of the list. Default: all */
  showsLine?(own: readonly string[]): boolean;
}

/** What a CSV file contains. */
export interface CsvContent extends ContentFilter {
  /** our columns, in file order */
  columns: readonly string[];
  /** whether rows without data are wanted that the file of the tool leaves out */
  withoutData?: boolean;
  /** for a line for each person: what becomes of a result. Default: a result is a line */
  split?(result: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[];
  /** with `split`: at most so many lines of one website, also of several results */
  perSite?: number | undefined;
}

/** A row of the list that a task was started with. */
export interface OwnRow {
  /** its items; none if it has nothing to look up */
  positions: readonly number[];
  /** one text per column */
  cells: readonly string[];
}

/** The list that a task was started with. */
export interface OwnRows {
  columns: readonly string[];
  rows(): AsyncIterable<readonly OwnRow[]>;
  /** The lines of the task's file, if the list isn't stored as an own list. Default: as `TaskTool.file` says */
  lines?(deps: OptOutDeps, content: CsvContent): Promise<FileLines>;
}

/** A line of a task's file. */
export interface FileLine {
  /** The same for the same line, also when more items have finished. */
  key: string;
  /** cells of the list that the task was started with */
  own: readonly string[];
  /** the items of a row of the own list */
  positions?: readonly number[];
  /** our values, in the order of the columns */
  values: readonly unknown[];
  /** it is about someone who opted out, and has no data of them */
  optedOut?: true;
}

/** A task's results as lines: the columns of its own list, then ours. Files and saved lists are made of them. */
export interface FileLines {
  own: readonly string[];
  /** our columns, and their names beside the own ones */
  columns: readonly string[];
  names: readonly string[];
  pages(): AsyncIterable<FileLine[]>;
}

/** The delimiter and encoding of an uploaded list. */
export interface UploadFormat {
  delimiter: string;
  encoding: TextEncoding;
}

/** How a result with several people becomes rows of one person each. */
export interface PerPerson {
  /** the columns of such a row: `name` and `website` are among them, and say who it is */
  readonly columns: readonly string[];
  rows(result: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, string | null>>[];
}

/** How the file of a task is written. */
export interface ResultFile {
  /**
   * The values of columns that aren't fields as they are, from the row and its item. Those that the definition doesn't have follow its columns. A
   * receipt field is read only for its own column.
   */
  readonly details?: Readonly<
    Record<string, (row: Readonly<Record<string, unknown>>, input: string) => unknown>
  >;
  /** What columns are called. Default: like their fields */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the name of a column that the list has, too, another one. Default: "found_" */
  readonly prefix?: string;
  /** Whether the file has this row. Default: it has all */
  hasData?(row: Readonly<Record<string, unknown>>): boolean;
  /** How a result becomes rows of one person each. Default: a result is about one */
  readonly perPerson?: PerPerson;
  /** The error of a row of the list without anything to look up. Default: none */
  readonly nothingToLookUp?: string;
}

/** A request's list, ready to become a task. */
export interface AcceptedItems {
  /** one item each, distinct */
  inputs: readonly string[];
  /** the keys that the request gave each item */
  keys?: readonly (readonly string[])[] | undefined;
  /** what the person chose; stored with the task and passed to its runs */
  options?: TaskOptions;
  /** what an Idempotency-Key identifies, if the input itself is too large to compare */
  fingerprint?: () => Promise<unknown>;
  /** what the task is called. Default: its first item */
  name?: string | undefined;
  /** of the data that `attach` stores */
  attachedBytes?: number;
  /** stores more data of the task before it starts */
  attach?: (db: Db, taskId: string, list: StoredInputs) => Promise<void>;
}

/** The items of a task, and when it was asked for. */
export interface StoredInputs {
  inputs: readonly string[];
  at: Date;
}

/** Functions that a tool calls from the crawl thread. They run on the main thread, which has the database. */
export type ToolPorts = Readonly<Record<string, Readonly<Record<string, PortMethod>>>>;
/** The tool knows the parameters; `never` accepts them all. */
type PortMethod = (...args: never[]) => Promise<unknown>;

export interface OpenPorts {
  ports: ToolPorts;
  /** Stops the background work of the ports. */
  close(): Promise<void>;
}

/** How the crawl thread creates the tool: it calls `createRun` of its run.ts with (options, ports, tools). */
export interface ToolRun {
  /** URL of a module that has another `createRun` than the tool's run.ts. Only tests have one. */
  script?: string;
  /** Options from the configuration: plain values, copied to the thread. */
  options(config: Config): object;
  openPorts?(deps: Deps): OpenPorts;
  /** The other tools it uses as steps, by type. It gets those that this version has. */
  uses?: readonly TaskType[];
}

/** What a tool adds to the JSON reply of a synchronous call. */
export interface TaskReplyFields {
  /** Receives every row, before `fields` is called. */
  onRow?(row: Pick<SettledRow, 'input' | 'failed' | 'row'>): void;
  fields(): object;
}

/** How a task starts with the rows of a saved list, by the columns that the user chose for each role. */
export interface ListStart {
  /** the label of a button: "Find emails" */
  readonly action: string;
  /**
   * `names`: columns that are chosen for the role, the best first. `extra`: only for lists with a column of these names
   * that no other role has.
   */
  readonly roles: readonly (ListRole & { readonly names: readonly string[]; readonly extra?: true })[];
  /** why these columns aren't enough, as a sentence; null if they are */
  problem(columns: ListColumns): string | null;
  /** The input of the start call. `rows` have texts by column. `options`: of `more`, or none */
  input(
    list: { columns: readonly string[]; rows: readonly Readonly<Record<string, string>>[] },
    columns: ListColumns,
    options?: TaskOptions,
  ): object;
  /** what else it can do with the same columns, each with the label of a button and what to know about it */
  readonly more?: readonly {
    readonly action: string;
    readonly note: string;
    readonly options: TaskOptions;
  }[];
}

/** Items of one finished task that are worth a second try. */
export interface SecondTry {
  taskId: string;
  accountId: string;
  options: TaskOptions;
  items: { position: number; input: string }[];
}

/** The second tries of a tool: free, and once per item, when more is known than when the task ended. */
export interface SecondTries {
  /** Remembers settled items that may be worth one, in the transaction that stores them. */
  watch(
    tx: Tx,
    taskId: string,
    items: readonly { position: number; input: string; row: string; outcome?: string | undefined }[],
    now: Date,
  ): Promise<void>;
  /**
   * Reserves items of tasks that ended on this UTC day and that are worth one now, a few of each account. A
   * reservation ends some time after the try must have ended, in case the process ends. `open`: how many tries of each account
   * this process is at.
   */
  reserve(deps: Deps, open: ReadonlyMap<string, number>): Promise<SecondTry[]>;
  /** Ends second tries for good. Returns the items that were still open. The row of the task is locked. */
  finish(tx: Tx, taskId: string, positions: readonly number[], now: Date): Promise<number[]>;
}

/** A settled item, with what its work costs in credits, whether or not the account's plan includes it. */
export interface KeptItem extends WorkedItem {
  input: string;
  charge: number;
  /** the parts of the charge, without what is free */
  due: readonly (ToolCharge & { amount: number })[];
}

/** What wasn't enough for the next item of a run, and the credits that are left of it. */
export interface RanOut {
  reason: Extract<StopReason, 'cap' | 'credits' | 'budget'>;
  left: number;
}

/** What became of results that are kept outside their task. */
export interface KeptFate {
  /** they were undone, and the task hasn't gone on since */
  undone: boolean;
  /** the list that has them was deleted */
  listDeleted: boolean;
}

/** Keeps the results of a tool outside its tasks. */
export interface ResultKeeper {
  /** The saved list that a task works; null: it is gone. */
  listOf(tx: Tx, taskId: string): Promise<string | null>;
  /** The answers of tools in a result, with the items as the tools got them. */
  answers(item: WorkedItem): { type: TaskType; input: string; row: Readonly<Record<string, unknown>> }[];
  /** Notes why a run ends before its items do, in the transaction that ends it. The account's row is locked. */
  ranOut(tx: Tx, taskId: string, out: RanOut, now: Date): Promise<void>;
  /** Notes that a person stopped a run, in the transaction that ends it. The account's row is locked. */
  stopped(tx: Tx, taskId: string, now: Date): Promise<void>;
  /**
   * Notes that a stopped run goes on, in the transaction that starts it. The account's row is locked. Returns the cap, which may be
   * lower than the one that a person wants; undefined: as it was. Throws CallError if it can't go on.
   */
  resumed(tx: Tx, task: TaskRecord, cap: number | null | undefined): Promise<number | null | undefined>;
  /** What became of the results of these tasks, by their IDs. */
  fates(db: Db, tasks: readonly TaskRecord[]): Promise<ReadonlyMap<string, KeptFate>>;
  /** SQL: whether a row of `tasks` was undone, as in its fate. */
  readonly isUndone: RawBuilder<boolean>;
  /** SQL: whether the list of a row of `tasks` was deleted, as in its fate. */
  readonly isListDeleted: RawBuilder<boolean>;
  /** Results without people who opted out, in the same order. */
  check(deps: OptOutDeps, items: readonly WorkedItem[]): Promise<CheckedItem[]>;
  /** Items whose result has no place anymore, by position, as they are settled instead, free of charge. */
  withoutPlace(
    tx: Tx,
    task: TaskRecord,
    items: readonly PendingItem[],
  ): Promise<ReadonlyMap<number, WorkedItem>>;
  /**
   * Stores results in the transaction of their charges. The rows of account and task are locked. Returns the JSON text
   * that the task itself keeps of each, by position.
   */
  keep(tx: Tx, task: TaskRecord, items: readonly KeptItem[], now: Date): Promise<ReadonlyMap<number, string>>;
}

/** The server half of a tool that works through a list of items. */
export interface TaskTool {
  readonly definition: TaskToolDefinition;
  /** The function that starts a task. undefined: only the tool's own calls do. */
  readonly start?: Call;
  /** Turns a validated request into items. Throws CallError if there is nothing to start. */
  accept?(deps: Deps, input: unknown): Promise<AcceptedItems>;
  /** Items with the same key stay in one shard and share fetched data. */
  shardKey(input: string): string;
  /** What the item is, however it is written. Items with the same key are one, and are charged once. */
  itemKey(input: string): string;
  /** The key that earlier versions charged the item under, if it was another one. What was paid for then stays free. */
  formerItemKey?(input: string): string;
  /** Whether the item never costs anything, such as a line that can't be looked up. Default: none. */
  isFree?(input: string): boolean;
  /** Why an account with these credits can't start this list at all; null if it can. */
  creditRefusal?(inputs: readonly string[], credits: number): string | null;
  /** The tool's fields in the reply to a synchronous call. The task may still be running. */
  replyFields(task: TaskRecord): TaskReplyFields;
  /** How its tasks start with a saved list; undefined if they can't. */
  readonly fromList?: ListStart;
  /** What files have beside the fields of rows. */
  readonly file?: ResultFile;
  /**
   * The own columns of the list that a task was started with; undefined for a task without any. `items` reads the items
   * of the task.
   */
  ownRows(
    db: Db,
    taskId: string,
    items: () => AsyncIterable<readonly { position: number; input: string }[]>,
  ): Promise<OwnRows | undefined>;
  /** How the list that a task was started with was written; null for a task without one. */
  uploadFormat?(db: Db, taskId: string): Promise<UploadFormat | null>;
  /** What `attach` stored with a task, for a new task with the items at these positions, in this order. */
  attachedTo(
    db: Db,
    taskId: string,
    positions: readonly number[],
  ): Promise<Partial<Pick<AcceptedItems, 'attach' | 'attachedBytes'>>>;
  /**
   * Removes people who opted out from what `attach` stored with a task, in steps: rows that name one, or whose items
   * were removed. Default: from the own list
   */
  sweepAttached?(deps: OptOutDeps, taskId: string): Promise<void>;
  /** An item as a new task runs it again, at the usual price. Default: as it is */
  retriedInput?(input: string): string;
  /** Minimum time between the starts of two batches of one task, in ms. */
  batchPauseMs?(config: Config): number;
  readonly run: ToolRun;
  readonly secondTries?: SecondTries;
  /** Forgets what it remembers about addresses that bounced, in the transaction of the report. */
  forgetBounced?(tx: Tx, addresses: readonly string[]): Promise<void>;
  /** Default: results are kept with their task only. */
  readonly keeper?: ResultKeeper;
}

/** The parts that are the same for most tools. */
type Usual = Pick<TaskTool, 'replyFields' | 'ownRows' | 'attachedTo'>;

/**
 * Declares a tool's server half; `accept` gets the parsed input of the start call. By default, the columns of its lists
 * are stored as own lists (uploaded-list.ts), and replies say how the task ended.
 */
export function defineTaskTool<Start extends Call>(
  tool: Omit<TaskTool, 'start' | 'accept' | keyof Usual> &
    Partial<Usual> &
    (
      | { start: Start; accept(deps: Deps, input: InputOf<Start>): Promise<AcceptedItems> }
      | { start?: never; accept?: never }
    ),
): TaskTool {
  const usual: Usual = {
    ownRows: loadList,
    attachedTo: copyList,
    replyFields: (task) => ({
      fields: () => ({
        message: taskMessage(task, tool.definition.task.messages),
        timeoutStatus: task.status === 'timeout',
      }),
    }),
  };
  return { ...usual, ...tool } as TaskTool;
}

export type TaskTools = ReadonlyMap<TaskType, TaskTool>;
