import type { TaskType } from '#contract/tasks.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { type GivenAddress, rememberGiven } from '../bounce-data/given-addresses.ts';
import type { Tx } from '../platform/database/db.ts';
import type { PricedCharge } from './item-charges.ts';
import { type RunDeps, taskTool } from './task-run.ts';
import type { WorkedItem } from './worked-item.ts';

/**
 * Remembers the addresses in results that an account gets, with what each cost and the API key that paid, so that reports about them
 * count and their credits can come back. `isIncluded`: the plan includes what they cost.
 */
export async function rememberAddresses(
  tx: Tx,
  deps: RunDeps,
  {
    accountId,
    apiKeyId,
    type,
    isIncluded,
  }: { accountId: string; apiKeyId: string | null; type: TaskType; isIncluded: boolean },
  items: readonly (WorkedItem & { input: string; due: readonly PricedCharge[] })[],
  now: Date,
): Promise<void> {
  const tool = taskTool(deps, type);
  const given = items.flatMap((item): GivenAddress[] => {
    const answers = tool.keeper?.answers(item) ?? [{ type, input: item.input, row: JSON.parse(item.row) }];
    // What two tries of a cell asked is charged once, so it comes back once.
    const due = new Set(item.due);
    return answers.flatMap((answer) => {
      const found = toolOfType(answer.type)?.task.givenAddress?.(answer.row);
      if (!found) return [];
      const paid = [...due].find(
        ({ charge }) => charge.type === answer.type && charge.input === answer.input,
      );
      if (paid) due.delete(paid);
      const cost = paid?.amount ?? 0;
      const isOfBalance = apiKeyId === null && !isIncluded;
      return [{ ...found, credits: isIncluded ? 0 : cost, budgetCredits: isOfBalance ? 0 : cost }];
    });
  });
  await rememberGiven(tx, deps, { accountId, apiKeyId }, given, now);
}
