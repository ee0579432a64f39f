import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { INTEGER_MAX, ROW_ID_MAX } from '../limits.ts';
import { ModelPlace } from '../list-ai.ts';
import { CellState, CellTry } from '../list-cells.ts';
import { ColumnId, ColumnName } from '../list-columns.ts';
import { ListCosts, RUN_CAP_MAX_CREDITS, RunQuote, RunScope } from '../list-runs.ts';
import { FormulaStep, NameStep, STEP_TRIES_MAX, StepId, ToolStep } from '../list-steps.ts';
import { ListView } from '../lists.ts';
import { StartWebhook } from '../start-webhook.ts';
import { TaskView } from '../tasks.ts';

const EXAMPLE_LIST = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const EXAMPLE_TASK = '3f1c2b9e-5d0a-4c1e-9a57-2b8e6f0d4a11';
/** The longest value that a row has room for. */
const VALUE_MAX_CHARS = 100_000;
const RowId = z.coerce.number().int().positive().max(ROW_ID_MAX);

/** Where a value of a step goes: an existing column, or a new one with this name. */
const OutputInput = z.object({
  field: z.string().max(200),
  column: ColumnId.optional(),
  name: ColumnName.optional(),
});
const withoutId = { id: StepId.optional(), outputs: z.array(OutputInput).min(1).max(40) };

/** A step to save: without an ID, a new one. */
export const StepDraft = z.discriminatedUnion('kind', [
  z.object({ ...ToolStep.shape, ...withoutId }),
  z.object({ ...FormulaStep.shape, ...withoutId }),
  z.object({ ...NameStep.shape, ...withoutId }),
]);
export type StepDraft = z.infer<typeof StepDraft>;

/** What happened in one cell, with its evidence. */
export const CellView = z.object({
  state: CellState,
  /** the texts in the columns of the step, or in the one that was asked for, by column */
  values: z.record(z.string(), z.string()),
  tries: z.array(CellTry),
  /** credits of all runs; also those that the unlimited plan covered */
  cost: z.int().nonnegative(),
  /** how long the last run took, in ms */
  ms: z.int().nonnegative().nullable(),
  workedAt: z.string().nullable(),
  taskId: z.uuid().nullable(),
  history: z.array(
    z.object({
      at: z.string(),
      /** the values before, by column; null for none */
      before: z.record(z.string(), z.string().nullable()),
      /** those of these columns whose values a person had typed over a step; null: not known */
      typed: z.array(z.string()).nullable(),
      /** the run that changed them; null for a person or an import */
      taskId: z.uuid().nullable(),
      /** rows that came in changed them: of an import, a program, an extension or a tool */
      imported: z.boolean(),
    }),
  ),
});
export type CellView = z.infer<typeof CellView>;

/** What one try of a step says about one row. */
const StepTest = z.object({
  found: z.boolean(),
  /** in one sentence */
  text: z.string(),
  /** by what the try calls them; several are separated like in a list's column */
  values: z.record(z.string(), z.string()),
  /** the request, and the start of its answer, without secrets */
  evidence: z.array(z.string()),
  /** the prompt that a model got, with the text of the website; null if none was sent */
  sent: z.string().nullable(),
});
export type StepTest = z.infer<typeof StepTest>;

/** Steps of lists: columns that tools fill. */
export const LIST_STEP_CALLS = {
  listStepSave: call({
    name: 'list-step-save',
    method: 'POST',
    scope: 'run',
    summary:
      'Add a step to a list, or change one. A step is a tool, or several that are tried in order, with the columns it reads and fills. The tools `in-list` (`membership`) and `look-up` (`lookUp`) find the row of the same person or company in your other lists. Nothing runs yet.',
    input: z.object({
      id: z.uuid(),
      step: StepDraft,
      /** a formula or clean names may replace the values that a column has; without it, they are refused */
      replace: z.boolean().optional(),
    }),
    example: {
      id: EXAMPLE_LIST,
      step: {
        kind: 'tool',
        name: 'Find domains',
        tries: [{ tool: 'company-to-domain', inputs: { company: 'Company' } }],
        outputs: [{ field: 'domain', name: 'Domain' }],
      },
    },
    reply: z.object({ list: ListView, step: StepId }),
  }),
  listStepDelete: call({
    name: 'list-step-delete',
    method: 'POST',
    scope: 'run',
    summary: 'Remove a step from a list. Its values stay as plain columns, or go with `columns: true`.',
    input: z.object({ id: z.uuid(), step: StepId, columns: z.boolean().default(false) }),
    example: { id: EXAMPLE_LIST, step: 's1' },
    reply: ListView,
  }),
  listStepTest: call({
    name: 'list-step-test',
    method: 'POST',
    scope: 'run',
    summary:
      'Send the request or prompt of one try of a step for one row, by default the first, and see its answer. Nothing is saved or charged. The model of the server answers 20 tests a day.',
    input: z.object({
      id: z.uuid(),
      step: StepDraft,
      try: z
        .int()
        .min(0)
        .max(STEP_TRIES_MAX - 1)
        .default(0),
      row: RowId.optional(),
    }),
    example: {
      id: EXAMPLE_LIST,
      step: {
        kind: 'tool',
        name: 'Employees',
        tries: [
          {
            tool: 'http-request',
            inputs: {},
            request: {
              url: 'https://api.example.com/companies?domain={Domain}',
              fields: [{ name: 'Employees', path: 'company.employees' }],
            },
          },
        ],
        outputs: [{ field: 'Employees' }],
      },
    },
    reply: StepTest,
  }),
  listAi: call({
    name: 'list-ai',
    method: 'GET',
    scope: 'read',
    summary:
      'The language models that columns of lists can ask: that of the server with its price, and the one for which your account has a key. null: there is none.',
    input: z.object({}),
    example: {},
    reply: z.object({
      /** `price`: of 1,000 tokens, in credits */
      model: z.object({ name: z.string(), price: z.number().nonnegative() }).nullable(),
      account: ModelPlace.pick({ model: true }).nullable(),
    }),
  }),
  listRunQuote: call({
    name: 'list-run-quote',
    method: 'POST',
    scope: 'read',
    summary: 'What a run of steps would do, and the most it can cost.',
    input: z.object({ id: z.uuid(), ...RunScope.shape }),
    example: { id: EXAMPLE_LIST },
    reply: RunQuote,
  }),
  listRun: call({
    name: 'list-run',
    method: 'POST',
    scope: 'run',
    summary:
      'Run steps of a list: by default, in all rows without a value. `cap` is the most it may cost, in credits: by default, what `list-run-quote` says at that moment, so rows that are added later cost nothing (the unlimited plan has no limit). Returns the task, which can be canceled and resumed.',
    costs: true,
    input: z.object({
      id: z.uuid(),
      ...RunScope.shape,
      cap: z.int().min(0).max(RUN_CAP_MAX_CREDITS).optional(),
      webhook: StartWebhook.optional(),
    }),
    example: { id: EXAMPLE_LIST, cap: 500 },
    reply: TaskView,
    accepted: 'always',
  }),
  listRunLatest: call({
    name: 'list-run-latest',
    method: 'GET',
    scope: 'read',
    summary:
      'The run of a list that started last, as a task; null if it never ran. `undone`: it was undone, and hasn’t gone on since.',
    input: z.object({ id: z.uuid() }),
    example: { id: EXAMPLE_LIST },
    reply: z.object({
      run: TaskView.nullable(),
      /** earlier servers don't say it */
      undone: z.boolean().optional(),
    }),
  }),
  listCosts: call({
    name: 'list-costs',
    method: 'GET',
    scope: 'read',
    summary:
      'What the steps of a list found and cost so far: its cells by state, credits for each step, rows that are complete, and the credits of all runs.',
    input: z.object({ id: z.uuid() }),
    example: { id: EXAMPLE_LIST },
    reply: ListCosts,
  }),
  listSetAutoRun: call({
    name: 'list-set-auto-run',
    method: 'POST',
    scope: 'run',
    summary:
      'Let a list run its rows that are still empty, and new ones, by itself, for at most `cap` credits in a calendar month (UTC). null: only when you start a run. It runs all steps, also those that are added later. `list-run-quote` says what the empty cells cost now. Rows that wait because a run was stopped or undone run again with this call, too.',
    costs: true,
    input: z.object({ id: z.uuid(), cap: z.int().min(1).max(RUN_CAP_MAX_CREDITS).nullable() }),
    example: { id: EXAMPLE_LIST, cap: 500 },
    reply: ListView,
  }),
  listRunResume: call({
    name: 'list-run-resume',
    method: 'POST',
    scope: 'run',
    summary:
      'Continue a stopped run, with another limit if `cap` is given. null removes the limit. A run that the list started by itself costs at most what is left of the credits of its month.',
    costs: true,
    input: z.object({ task: z.uuid(), cap: z.int().min(0).max(INTEGER_MAX).nullable().optional() }),
    example: { task: EXAMPLE_TASK, cap: 1000 },
    reply: TaskView,
    accepted: 'always',
  }),
  listRunUndo: call({
    name: 'list-run-undo',
    method: 'POST',
    scope: 'run',
    summary:
      'Put the values back that a run replaced, for 30 days after it ended. Values that changed since then stay. `forgotten` cells keep what the run found, because their earlier values are no longer kept. Credits are not returned, and running the same inputs again is free. A list that runs its new rows by itself waits until `list-set-auto-run` lets it run them again.',
    input: z.object({ task: z.uuid() }),
    example: { task: EXAMPLE_TASK },
    reply: z.object({
      list: ListView,
      /** that were put back */
      cells: z.int().nonnegative(),
      /** that could not be; earlier servers don't say it */
      forgotten: z.int().nonnegative().optional(),
    }),
  }),
  listCellWrong: call({
    name: 'list-cell-wrong',
    method: 'POST',
    scope: 'run',
    summary:
      'Call a value that a tool found wrong: the cell takes the next answer, or none, and your lists never take it again for the same question. If what its tools read has changed since then, only the cell changes.',
    input: z.object({
      id: z.uuid(),
      row: RowId,
      column: ColumnId,
      value: z.string().min(1).max(VALUE_MAX_CHARS),
    }),
    example: { id: EXAMPLE_LIST, row: 12, column: 'Email', value: 'old@acme.com' },
    reply: ListView,
  }),
  listCell: call({
    name: 'list-cell',
    method: 'GET',
    scope: 'read',
    summary:
      'What happened in one cell: of a step its values, tries with evidence, cost and history, or with `column` what people and runs changed in that column. Earlier values are kept for 30 days.',
    input: z
      .object({ id: z.uuid(), row: RowId, step: StepId.optional(), column: ColumnId.optional() })
      .refine(
        ({ step, column }) => (step === undefined) !== (column === undefined),
        'Name a step or a column.',
      ),
    example: { id: EXAMPLE_LIST, row: 12, step: 's1' },
    reply: CellView,
  }),
} as const satisfies Record<string, Call>;
