import type { ContactCounts } from '#contract/analytics.ts';
import type { ToolCharge } from '#tools/tool.ts';

/** The result of one item, ready to store; `row` is JSON text that the database accepts. */
export interface WorkedItem {
  position: number;
  row: string;
  found: boolean;
  failed: boolean;
  billable: boolean;
  /** another try can't change the failure; default: false */
  final?: boolean | undefined;
  /** a label of the tool that the task counts */
  outcome?: string | undefined;
  /** in the row, for the dashboard; default: none */
  contacts?: ContactCounts;
  /** what the work of other tools costs, as in ToolOutcome; default: one item of this tool, if it is billable */
  charges?: readonly ToolCharge[] | undefined;
}

/** An item to settle. `isRefused`: its result is about someone who opted out. */
export type CheckedItem = WorkedItem & { isRefused: boolean };
