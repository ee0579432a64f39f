import type { TaskType } from '#contract/tasks.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { type IsListed, lookUpContacts, namesListed, OPTED_OUT } from '../opt-outs/contact-check.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { withoutListed } from './shared-row.ts';

/** A result; `row` is JSON text. */
interface CheckedRow {
  input: string;
  row: string;
  found: boolean;
  failed: boolean;
}

/** What a check says about a result. */
export type WithCheck<Row> = Row & {
  /** `row`: replaced as a whole. `contacts`: some contacts are missing. null: as it was. */
  optedOut: 'row' | 'contacts' | null;
};

/**
 * Results without people and companies that opted out, in the same order. A result about one of them is replaced
 * by a row that says so; a result with the contacts of several loses some. Every result that is stored or given out
 * passes this.
 */
export async function withoutOptedOut<Row extends CheckedRow>(
  deps: OptOutDeps,
  type: TaskType,
  rows: readonly Row[],
): Promise<WithCheck<Row>[]> {
  const unchanged = (row: Row): WithCheck<Row> => ({ ...row, optedOut: null });
  // Rows are parsed only if there is anything to look for, and not kept: a page of them is much larger than its text.
  const isListed = await lookUpContacts(deps, rows, fieldsOf);
  if (!isListed) return rows.map(unchanged);
  return rows.map((row) => {
    const checked = checkResult(type, row.input, fieldsOf(row), isListed);
    if (!checked) return unchanged(row);
    const { row: left, found, optedOut } = checked;
    return { ...row, row: JSON.stringify(left), found: row.found && found, optedOut };
  });
}

/** What is left of a result, and whether it still has data. null: it names no one who opted out. */
export function checkResult(
  type: TaskType,
  input: string,
  values: Record<string, unknown>,
  isListed: IsListed,
): { row: object; found: boolean; optedOut: 'row' | 'contacts' } | null {
  if (!namesListed(values, isListed)) return null;
  const shared = toolOfType(type)?.task.sharedRow;
  const cleaned = shared && withoutListed(values, shared, isListed);
  if (cleaned) return { ...cleaned, optedOut: 'contacts' };
  return { row: optedOutRow(type, input).row, found: false, optedOut: 'row' };
}

/** The result of an item whose person or company opted out. */
export function optedOutRow(type: TaskType, input: string): { row: object; outcome?: string } {
  const definition = toolOfType(type)?.task;
  if (!definition) return { row: { error: OPTED_OUT } };
  return (definition.optedOutRow ?? definition.failureRow)(input, OPTED_OUT);
}

function fieldsOf({ row }: CheckedRow): Record<string, unknown> {
  return JSON.parse(row) as Record<string, unknown>;
}
