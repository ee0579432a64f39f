import { z } from 'zod';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { CellStatus } from '#contract/list-cells.ts';
import { RUN_CELLS_MAX } from '#contract/list-runs.ts';
import { StepId } from '#contract/list-steps.ts';
import { TaskType } from '#contract/tasks.ts';
import { defineTool } from '../tool.ts';

const LABEL_MAX_CHARS = 200;

/** An item of a run: one step in one row. `line` is the row's position at the start, from 1, for people. */
const CellItem = z.object({
  row: z.int().positive(),
  step: StepId,
  name: z.string(),
  line: z.int().positive(),
});
export type CellItem = z.infer<typeof CellItem>;

/** The item as text: what `ToolItem.input` holds. */
export function writeCellItem({ row, step, name, line }: CellItem): string {
  return JSON.stringify({ row, step, name, line });
}

/** Reads an item's text; null if it isn't from `writeCellItem`. */
export function parseCellItem(text: string): CellItem | null {
  try {
    return CellItem.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** What one tool of a step said about one item, before it is charged. */
export const WorkedTry = z.object({
  tool: TaskType,
  /** the item as the tool got it */
  input: z.string(),
  verdict: z.string().nullable(),
  found: z.boolean(),
  failed: z.boolean(),
  final: z.boolean(),
  billable: z.boolean(),
  accepted: z.boolean(),
  text: z.string(),
  row: z.record(z.string(), z.unknown()),
});
export type WorkedTry = z.infer<typeof WorkedTry>;

/** The result of an item, as the run yields it. */
export const WorkedCell = z.object({
  row: z.int().positive(),
  step: StepId,
  status: CellStatus,
  /** why it failed or was skipped */
  note: z.string().nullable(),
  tries: z.array(WorkedTry),
  /** the values that the step read, by column */
  used: z.record(z.string(), z.string()),
  ms: z.int().nonnegative(),
});
export type WorkedCell = z.infer<typeof WorkedCell>;

/** Lists in which each tool is a column. A task is a run of steps; each item is a cell. */
export const leadEnrichment = defineTool({
  folder: 'lead-enrichment',
  label: 'Lead Enrichment',
  title: 'Lead Enrichment',
  description: 'Import a list, add a column for each thing you need, and let the tools fill it.',
  path: '/dashboard/lead-enrichment',
  nav: { group: 'Find', order: 10 },
  icon: 'UserRoundPlus',
  card: { order: 5, text: 'Your list as a table: domains, contacts and verified emails, column by column.' },
  planLines: ['Lead enrichment'],
  inFooter: true,
  calls: LIST_STEP_CALLS,
  task: {
    type: 'lead-enrichment',
    creditsPerItem: 1,
    maxItems: RUN_CELLS_MAX,
    itemNoun: 'cell',
    failedLabel: 'Failed',
    opensTasks: false,
    row: z.looseObject({}),
    csv: {
      fileName: (date) => `lead_enrichment_${date}.csv`,
      columns: ['row', 'step', 'status', 'note', 'domain', 'company', 'employees'],
    },
    receiptFields: [],
    messages: {
      failed: 'Lead enrichment failed. Please try again.',
      completed: ({ found, total }) => `Filled ${found} of ${total} cells.`,
    },
    itemLabel(input) {
      const cell = parseCellItem(input);
      return cell ? `${cell.name}, row ${cell.line}` : input.slice(0, LABEL_MAX_CHARS);
    },
    failureRow(input, reason) {
      const cell = parseCellItem(input);
      if (!cell) return { row: { domain: input, error: reason } };
      const { row, step } = cell;
      const failed: WorkedCell = { row, step, status: 'failed', note: reason, tries: [], used: {}, ms: 0 };
      return { row: failed, outcome: `${step} failed` };
    },
  },
});
