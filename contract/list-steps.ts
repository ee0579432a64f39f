import { z } from 'zod';
import { ColumnCondition } from './column-conditions.ts';
import { AiSetup } from './list-ai.ts';
import { ColumnId, ColumnName, ColumnType } from './list-columns.ts';
import { LookUpSetup } from './list-look-up.ts';
import { MembershipSetup } from './list-membership.ts';
import { RequestSetup } from './list-requests.ts';
import { TaskOptions, TaskType } from './tasks.ts';

/** Tools of one step that are tried in order. */
export const STEP_TRIES_MAX = 8;
export const LIST_STEPS_MAX = 60;
const CONDITIONS_MAX = 10;
const FORMULA_MAX_CHARS = 2000;
const OUTPUTS_MAX = 40;
export const KNOWN_MAX = 10;
/** The verdict of a value that the row had already. */
export const IN_ROW = 'in-row';
/** What the text of a formula that fails in a row starts with. A value can start with "#", too. */
export const FORMULA_ERROR = '#Error:';

/**
 * What one call of a pattern may do in a formula, in steps: instructions of the pattern times characters of the text, and once more for
 * each group that is extracted. Each takes up to 0.1 µs.
 */
export const CALL_STEPS_MAX = 300_000;
/** What the patterns of one row may do in all its formulas, in such steps. Compiling them may take as much. */
export const ROW_STEPS_MAX = 10 * CALL_STEPS_MAX;

export const StepId = z.string().regex(/^[a-z0-9]{1,20}$/);

/** The column for each role of a tool. A role without a column is missing. */
const StepInputs = z.record(z.string().max(100), ColumnId);

/** One tool of a step. The step takes its answer only if the verdict is one of `accepts`; empty for any answer. */
export const StepTry = z.object({
  tool: TaskType,
  options: TaskOptions.default({}),
  /** of a request or prompt: the columns that it names, by themselves */
  inputs: StepInputs,
  accepts: z.array(z.string().max(40)).max(10).default([]),
  /** what a request asks */
  request: RequestSetup.optional(),
  /** what a model is asked */
  ai: AiSetup.optional(),
  /** the lists that the row is looked for in */
  membership: MembershipSetup.optional(),
  /** the list whose values are taken */
  lookUp: LookUpSetup.optional(),
});
export type StepTry = z.infer<typeof StepTry>;

/** A value of a step's answer that fills a column. */
const StepOutput = z.object({ field: z.string().max(200), column: ColumnId });

const StepBase = {
  id: StepId,
  name: ColumnName,
  /** the step works only in rows that meet all of these */
  conditions: z.array(ColumnCondition).max(CONDITIONS_MAX).default([]),
};

/** Tools in order: the first accepted answer wins, and later tools don't run in that row. */
export const ToolStep = z.object({
  ...StepBase,
  kind: z.literal('tool'),
  tries: z.array(StepTry).min(1).max(STEP_TRIES_MAX),
  /**
   * Columns that may have what the step looks for already. A row with it takes it from there for free, and no tool works.
   * Without it, a new step gets those that the list has for it, and a changed one keeps its own. Empty: the tools always work.
   */
  known: z.array(ColumnId).max(KNOWN_MAX).optional(),
  outputs: z.array(StepOutput).min(1).max(OUTPUTS_MAX),
});
export type ToolStep = z.infer<typeof ToolStep>;

/** A text made from other columns of the row. Free, and computed at once. */
export const FormulaStep = z.object({
  ...StepBase,
  kind: z.literal('formula'),
  formula: z.string().trim().min(1, 'Enter a formula.').max(FORMULA_MAX_CHARS),
  outputs: z.array(StepOutput).length(1),
});
export type FormulaStep = z.infer<typeof FormulaStep>;

/** A name in clean parts: first name, last name, and whether someone should check it. Free. */
export const NameStep = z.object({
  ...StepBase,
  kind: z.literal('name'),
  inputs: StepInputs,
  outputs: z.array(StepOutput).min(1).max(OUTPUTS_MAX),
});
export type NameStep = z.infer<typeof NameStep>;

/** A step of a list: what fills its columns. */
export const ListStep = z.discriminatedUnion('kind', [ToolStep, FormulaStep, NameStep]);
export type ListStep = z.infer<typeof ListStep>;

/** What a name step can fill. */
export const NAME_FIELDS = [
  { field: 'first_name', label: 'First name' },
  { field: 'last_name', label: 'Last name' },
  { field: 'full_name', label: 'Full name' },
  /** only what the text says, such as "Frau Dr."; never guessed from a given name */
  { field: 'salutation', label: 'Salutation' },
  { field: 'check', label: 'What to check' },
] as const;

/** What a step can put into a column. */
export const StepField = z.object({
  field: z.string(),
  label: z.string(),
  type: ColumnType,
  /** preselected for a new step */
  usual: z.boolean(),
  /** an item has one such value at most */
  one: z.boolean().optional(),
});
export type StepField = z.infer<typeof StepField>;
