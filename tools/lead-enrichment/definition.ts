import { z } from 'zod';
import { AI_KEY_CALLS } from '#contract/calls/ai-key-calls.ts';
import { LIST_RECIPE_CALLS } from '#contract/calls/list-recipe-calls.ts';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { parseCellItem, type WorkedCell } from '#contract/list-run-cells.ts';
import { RUN_CELLS_MAX } from '#contract/list-runs.ts';
import { defineTool } from '../tool.ts';

const LABEL_MAX_CHARS = 200;

/** Lists in which each tool is a column. A task is a run of steps; each item is a cell. */
export const leadEnrichment = defineTool({
  folder: 'lead-enrichment',
  label: 'Lead Enrichment',
  title: 'Lead Enrichment',
  description: 'Import a list, add a column for each thing you need, and let the tools fill it.',
  path: '/dashboard/lead-enrichment',
  nav: { group: 'Find', order: 10 },
  shortcut: 'l',
  keepsLists: true,
  icon: 'UserRoundPlus',
  card: { order: 5, text: 'Your list as a table: domains, contacts and verified emails, column by column.' },
  planLines: ['Lead enrichment'],
  inFooter: true,
  calls: { ...LIST_STEP_CALLS, ...LIST_RECIPE_CALLS, ...AI_KEY_CALLS },
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
      columns: ['line', 'column', 'status', 'note', 'domain', 'company', 'employees'],
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
