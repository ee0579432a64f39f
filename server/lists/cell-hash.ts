import { createHash } from 'node:crypto';
import { REQUEST_ROWS_DEFAULT } from '#contract/list-requests.ts';
import type { StepTry, ToolStep } from '#contract/list-steps.ts';
import { inputColumns } from '#engines/list-steps/step-order.ts';

/** What a tool step was told: its set-up, and what it read. The same hash means the same answer. */
export function inputHash(step: ToolStep, used: Readonly<Record<string, string>>): string {
  return hashOf(step, step.tries.map(withoutTokens).map(withUsualRows), used);
}

/** Whether a cell with this hash was told what its step would be told now. */
export function asksTheSame(
  step: ToolStep,
  used: Readonly<Record<string, string>>,
  hash: string | null,
): boolean {
  // In cells of earlier versions, the rows of a run count, too.
  return inputHash(step, used) === hash || hashOf(step, step.tries.map(withoutTokens), used) === hash;
}

function hashOf(step: ToolStep, tries: readonly StepTry[], used: Readonly<Record<string, string>>): string {
  const read = inputColumns(step).map((column) => [column, used[column] ?? '']);
  return createHash('sha256')
    .update(JSON.stringify([tries, read]))
    .digest('base64url')
    .slice(0, 22);
}

/** How many rows a run may ask a service about changes no answer. */
function withUsualRows(each: StepTry): StepTry {
  return each.request ? { ...each, request: { ...each.request, rowsPerRun: REQUEST_ROWS_DEFAULT } } : each;
}

/** Another limit of tokens changes no answer. */
function withoutTokens(each: StepTry): StepTry {
  if (each.ai?.tokensPerRun === undefined) return each;
  const { tokensPerRun: _, ...ai } = each.ai;
  return { ...each, ai };
}
