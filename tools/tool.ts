import type { z } from 'zod';
import type { ContactCounts } from '#contract/analytics.ts';
import type { Call } from '#contract/call.ts';
import type { ColumnRole, ListColumn } from '#contract/list-columns.ts';
import type { Recipe } from '#contract/list-recipes.ts';
import type { StepField, StepTry } from '#contract/list-steps.ts';
import type { ListColumns, ListRole } from '#contract/lists.ts';
import type { TaskOptions, TaskType, TaskView } from '#contract/tasks.ts';

/** Where a page is listed in the sidebar. Links of a group are sorted by `order`. */
export interface NavPosition {
  group: 'Find' | 'Scrapers' | 'Account';
  order: number;
}

/** What a list that people bring can have. */
export type ListKind = 'websites' | 'emails' | 'people' | 'profiles' | 'companies';

/**
 * Everything the rest of the product needs to know about a tool: browser, server and command line all read
 * it. A definition imports zod and the contract only.
 */
export interface ToolDefinition<Icon extends string = string> {
  /** Its folder in tools/. */
  readonly folder: string;
  /** The tool's name in navigation, history and usage. */
  readonly label: string;
  /** The heading of its page. */
  readonly title: string;
  /** What the tool does, in one sentence. */
  readonly description: string;
  /** The address of its page. */
  readonly path: string;
  readonly nav: NavPosition;
  /** A name of web/pages/icons.ts. */
  readonly icon: Icon;
  /** The key that opens its page after "g". */
  readonly shortcut?: string;
  /** Its guide has a picture of a finished task (web/guide-picture.webp). */
  readonly hasPicture?: true;
  /** Its card on the dashboard. */
  readonly card?: { order: number; text: string };
  /** Its page has the saved lists of the account. */
  readonly keepsLists?: true;
  /**
   * The lists that it takes: what they have, what it does with them, and the input of its start call for such a list. Pages and
   * agents find the tool by this (`toolFor` in tools.ts), and not by its name. An item is a text; a person is "First,Last,domain".
   */
  readonly takes?: Readonly<
    Partial<Record<ListKind, { label: string; action: string; toInput(items: readonly string[]): object }>>
  >;
  /** Its lines in what the unlimited plan includes. */
  readonly planLines?: readonly string[];
  /** The footer of the public pages links to it. */
  readonly inFooter?: true;
  /** Its functions, by their names in code. */
  readonly calls: Readonly<Record<string, Call>>;
  /** For a tool that works through a list of items. */
  readonly task?: TaskDefinition;
}

/** The row field that has the emails, phones or people of a result: a text, or a list of texts. */
export type ContactFields = Readonly<Partial<Record<keyof ContactCounts, string>>>;

/** A tool that works through a list of items, as a task. */
export interface TaskDefinition {
  /** Stored with each task; also the ledger's reason for a charge. */
  readonly type: TaskType;
  readonly creditsPerItem: number;
  /** The most items in one task. */
  readonly maxItems: number;
  /** One item, as a countable noun: "URL". */
  readonly itemNoun: string;
  /** The list to try the tool with. Every account may run it, and its items are free. */
  readonly sample?: readonly string[];
  /**
   * How long an answer is fresh, in days, by its outcome. Until then, the account that paid for it gets the
   * same item again for free. Default: 30.
   */
  freshDays?(outcome: string | undefined): number;
  /** What failed items are called: "Failed", "Unknown". */
  readonly failedLabel: string;
  /** The same items can have new results later, so its tasks can be repeated. It takes one kind of list. */
  readonly repeats?: true;
  /** The page opens a task by `?task=`. */
  readonly opensTasks: boolean;
  /** A stored result. */
  readonly row: z.ZodType;
  readonly csv: {
    /** `date`: the UTC day, YYYY-MM-DD (spec lead tools §9). */
    fileName(date: string): string;
    /** Row fields, in file order. */
    columns: readonly string[];
    /** Row fields that a file has if it is chosen with this label. */
    extra?: { readonly label: string; readonly columns: readonly string[] };
    /** Tasks keep the uploaded list, and a file can have its delimiter and encoding. */
    keepsUpload?: boolean;
    /** Why a task has nothing to export; null if it has. */
    refusal?(task: Pick<TaskView, 'processed' | 'found'>): string | null;
  };
  /** Row fields that make up the receipt; files leave them out. */
  readonly receiptFields: readonly string[];
  /**
   * How results are filtered, in the browser and in files. Default: by "found", "not_found" and "failed", and
   * by the text in the CSV columns.
   */
  readonly filter?: {
    /** the row field with the status, and its values */
    readonly status?: { readonly field: string; readonly values: readonly string[] };
    /** row fields that the text filter searches */
    readonly text: readonly string[];
  };
  /** Whether a task with these options looks for people, so that files and lists can have a row for each. Default: no */
  hasPeople?(options: TaskOptions): boolean;
  readonly messages: {
    failed: string;
    completed(task: Pick<TaskView, 'total' | 'processed' | 'found' | 'failed'>): string;
    /** after the download of the CSV file; default: the catalog's own message */
    downloaded?(rows: number): string;
  };
  /** The row fields with contacts, which the dashboard counts. Default: none. */
  readonly contactFields?: ContactFields;
  /** The address that a row gives, and whether it calls it deliverable; null: none. Default: rows give none. */
  givenAddress?(row: Readonly<Record<string, unknown>>): { address: string; verified: boolean } | null;
  /** What the person chose for a task, in a few words: "Deep". null if there is nothing to say. */
  optionsLabel?(options: TaskOptions): string | null;
  /** An item as people read it, at most 200 characters. */
  itemLabel(input: string): string;
  /** The result of an item that breaks its tool again and again. `outcome` as in ToolOutcome. */
  failureRow(input: string, reason: string): { row: object; outcome?: string };
  /** The result of an item whose person or company opted out. Default: `failureRow`. */
  optedOutRow?(input: string, reason: string): { row: object; outcome?: string };
  /**
   * For rows with the contacts of several people, which lose those that opted out. Default: a row is about one person or
   * company, and is replaced as a whole.
   */
  readonly sharedRow?: SharedRow;
}

/** The fields of a row with the contacts of several people. */
export interface SharedRow {
  /** what the row is about; if one of them opted out, the whole row goes */
  readonly subject: readonly string[];
  /** fields whose values belong together, by their position: an email and its page, a profile and its name */
  readonly together: readonly (readonly string[])[];
  /** lists of objects, of which those that name someone go: the people, and the texts that were found */
  readonly records: readonly string[];
  /** fields of which one must have a value for the row to count as found */
  readonly data: readonly string[];
  /** texts that may name the domains of records: one that names a record that goes says only that someone opted out */
  readonly texts?: readonly string[];
}

/** A tool with tasks. */
export type TaskToolDefinition = ToolDefinition & { readonly task: TaskDefinition };

/** Declares a tool, keeping the exact types of its calls. */
export function defineTool<const Definition extends ToolDefinition>(definition: Definition): Definition {
  return definition;
}

/** One item of a task. `input` is the user's text, already validated. */
export interface ToolItem {
  position: number;
  input: string;
}

/**
 * The result of one item. A run yields each item once. `billable` follows the charge rule of
 * docs/deviations.md 11; our own failures are not billable.
 */
export interface ToolOutcome<Row extends object = Record<string, unknown>> {
  position: number;
  row: Row;
  /** the row has what the user wants */
  found: boolean;
  /** the item failed; the row says why */
  failed: boolean;
  /** another try can't change the failure: bad input, or a domain that doesn't exist */
  final?: boolean;
  billable: boolean;
  /** a label for the result, counted over the whole task */
  outcome?: string;
  /** What it costs, if it is billable and has no fixed price. Default: the price of its tool. */
  price?: AnswerPrice;
  /** For a tool that works with other tools: what their work costs, if it is billable. Default: one item of this tool. */
  charges?: readonly ToolCharge[];
}

/** One answer of a tool that costs its usual price, unless the account paid for the same item before. */
export interface ToolCharge {
  type: TaskType;
  /** the item as the tool got it */
  input: string;
  /** the tool's label for the result */
  outcome?: string | undefined;
  /** Default: that of its tool */
  price?: AnswerPrice | undefined;
}

/** What one answer costs. */
export interface AnswerPrice {
  /** in credits */
  amount: number;
  /** identifies what is paid for once, with the type of its tool */
  key: string;
}

/** Options of one run. */
export interface RunOptions {
  /** false: give up on items that need to wait for minutes */
  mayWait?: boolean;
  /** Called with true when every open item waits for a retry, and with false when work goes on. */
  onIdle?: (idle: boolean) => void;
  /** Whose run it is. Owners share connections and CPU fairly. null, the default: there are no others. */
  owner?: string | null;
  /** What the person chose for the task. */
  chosen?: TaskOptions;
  /** What all requests for these items may use in the task, together with others that have the same `name`. */
  tokenLimit?: { name: string; tokens: number };
  /** The task; undefined outside of tasks. */
  taskId?: string;
}

/**
 * A tool runs net and engines over many items and yields outcomes in any order. It knows no database, account
 * or HTTP. An aborted signal ends the run soon; items without an outcome stay pending.
 */
export interface Tool<Row extends object = Record<string, unknown>> {
  readonly type: TaskType;
  /** Items with the same key stay in one shard and share what is fetched for them. */
  shardKey(input: string): string;
  /** Minimum time between the starts of two runs of one task, in ms. */
  readonly batchPauseMs?: number;
  run(items: readonly ToolItem[], signal: AbortSignal, options?: RunOptions): AsyncIterable<ToolOutcome<Row>>;
  /** Frees sockets and timers. */
  close(): Promise<void>;
}

/** A recipe that everyone has, with a list to try it with, as a spreadsheet copies it. */
export interface ReadyRecipe {
  readonly recipe: Recipe;
  readonly sample: readonly string[];
}

/** A verdict of a tool that a step can accept or not. */
export interface StepVerdict {
  /** as in `ToolOutcome.outcome` */
  readonly value: string;
  readonly label: string;
  /** preselected for a new step */
  readonly usual: boolean;
}

/** How a tool works as a step of a list: one row at a time. Pure, for browser, server and crawl thread. */
export interface StepTool {
  readonly type: TaskType;
  /** the label of a button: "Find emails" */
  readonly action: string;
  /** the columns that it reads. `names`: columns that are chosen for the role, the best first */
  readonly roles: readonly (ListRole & { readonly names: readonly string[] })[];
  /** why these columns aren't enough, as a sentence; null if they are */
  problem(columns: ListColumns): string | null;
  /** The items of a row by the texts of its roles, as tasks have them. None: the row lacks what the tool needs. */
  items(values: Readonly<Record<string, string>>): string[];
  /** The role whose text can have several items, and the most that a step takes of it. Default: a row is one item */
  readonly several?: { readonly role: string; readonly most: number };
  /** What a row needs to have items, for rows without any: "No website" */
  readonly missing: string;
  /** what the step can put into columns, in the order they are offered */
  readonly fields: readonly StepField[];
  /** The value of a field in a result: a text, a number, a list of them, or null. Default: the row field of that name */
  value?(row: Readonly<Record<string, unknown>>, field: string): unknown;
  /** What it starts with to fill these fields. Default: nothing */
  optionsFor?(fields: readonly string[]): TaskOptions;
  /** fields with one value, and the lists with the values that come next if a person calls it wrong */
  readonly next?: Readonly<Record<string, string>>;
  /** the tool's verdicts; empty if an answer is either found or not */
  readonly verdicts: readonly StepVerdict[];
  /** fields that say what an answer is worth, which columns get also if the step doesn't take it. Default: none */
  readonly about?: readonly string[];
  /** A result in one sentence, for the panel of a cell. */
  summary(row: Readonly<Record<string, unknown>>): string;
  /** the row field that has the values by field. Default: they are fields of the row */
  readonly inside?: string;
  /** For a tool whose tries say what they read and fill. Default: all tries are as above. */
  readonly ofTry?: (each: StepTry) => TryTool;
  /** what a new try of such a tool starts with */
  readonly start?: Pick<StepTry, 'request' | 'ai' | 'membership' | 'lookUp'>;
  /** The columns of a new try, by role. Default: the best one for each role */
  guess?(fields: readonly ListColumn[]): Record<string, string>;
  /** what it looks for (`field`), and the roles of columns that can have it already; the best first */
  readonly known?: { readonly field: string; readonly roles: readonly ColumnRole[] };
  /** what it does and costs, where it is chosen. Default: what it fills, and the price of a row */
  readonly help?: string;
}

/** One try of a step. */
export interface TryTool {
  /** what it can put into columns */
  readonly fields: readonly StepField[];
  /** why it can't be saved, as a sentence; null if it can */
  readonly problem: string | null;
  /** The items of a row, by the IDs of its columns. None: the row lacks what the try needs. */
  items(values: Readonly<Record<string, string>>): string[];
  /**
   * The most items of a row in which some columns are still to be filled: `mostTexts` says with how many values at most, and
   * undefined for a column that stays as it is. Default: one
   */
  mostItems?(
    values: Readonly<Record<string, string>>,
    mostTexts: (column: string) => number | undefined,
  ): number;
  /** what a row without items needs */
  readonly missing: string;
  /** What the set-up lacks to work any row, as a sentence; null for nothing. Default: null */
  readonly lacks?: string | null;
  /** A run works this many rows of it at most. Default: all */
  readonly rowsPerRun?: number;
}
