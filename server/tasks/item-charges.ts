import { ANSWER_FRESH_DAYS } from '#contract/limits.ts';
import type { TaskType } from '#contract/tasks.ts';
import { taskDefinition } from '#tools/index/tools.ts';
import type { ToolCharge } from '#tools/tool.ts';
import { chargedBefore, itemDigest, rememberCharged } from '../credits/charged-items.ts';
import type { Tx } from '../platform/database/db.ts';
import { sampleKeys } from './free-items.ts';
import { type RunDeps, taskTool } from './task-run.ts';
import type { WorkedItem } from './worked-item.ts';

/** The price of one answer of a tool, before free repeats. */
export interface PricedCharge {
  charge: ToolCharge;
  /** of the tool that worked */
  kind: TaskType;
  digest: string;
  /** under which earlier versions remembered that it was paid for */
  formerDigest?: string;
  /** in credits */
  amount: number;
  isSample: boolean;
  /** the answer is free to get again until then */
  freshUntil: Date;
}

const DAY_MS = 86_400_000;

/** What the result of an item costs: nothing, one item of its tool, or the work of the tools that it used. */
export function itemCharges(
  deps: RunDeps,
  type: TaskType,
  { billable, outcome, charges }: WorkedItem,
  input: string,
  now: Date,
): PricedCharge[] {
  if (!billable) return [];
  return (charges ?? [{ type, input, outcome }]).map((charge) => {
    if (charge.price) {
      const freshUntil = new Date(now.getTime() + ANSWER_FRESH_DAYS * DAY_MS);
      const digest = itemDigest(charge.price.key);
      return { charge, kind: charge.type, digest, amount: charge.price.amount, isSample: false, freshUntil };
    }
    const tool = taskTool(deps, charge.type);
    const { creditsPerItem, freshDays = () => ANSWER_FRESH_DAYS } = taskDefinition(charge.type);
    const key = tool.itemKey(charge.input);
    return {
      charge,
      kind: charge.type,
      digest: itemDigest(key),
      ...(tool.formerItemKey && { formerDigest: itemDigest(tool.formerItemKey(charge.input)) }),
      amount: creditsPerItem,
      isSample: sampleKeys(tool).has(key),
      freshUntil: new Date(now.getTime() + freshDays(charge.outcome) * DAY_MS),
    };
  });
}

/** Identifies what is paid for. */
export function chargeKey({ kind, digest }: Pick<PricedCharge, 'kind' | 'digest'>): string {
  return `${kind} ${digest}`;
}

/** The keys of those that the account paid for before, while the answer is fresh. */
export async function paidBefore(
  tx: Tx,
  accountId: string,
  charges: readonly PricedCharge[],
  now: Date,
): Promise<Set<string>> {
  const paid = new Set<string>();
  for (const [kind, ofKind] of Map.groupBy(charges, ({ kind }) => kind)) {
    const digests = [...new Set(ofKind.flatMap(paidDigests))];
    const known = await chargedBefore(tx, accountId, { kind, digests, now });
    for (const charge of ofKind)
      if (paidDigests(charge).some((digest) => known.has(digest))) paid.add(chargeKey(charge));
  }
  return paid;
}

function paidDigests({ digest, formerDigest }: PricedCharge): string[] {
  return formerDigest === undefined ? [digest] : [digest, formerDigest];
}

/** Makes these free until their answers are no longer fresh. The account's row is locked. Each occurs once. */
export async function rememberPaid(
  tx: Tx,
  accountId: string,
  charges: readonly PricedCharge[],
): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(charges, ({ kind }) => kind))
    await rememberCharged(tx, accountId, kind, ofKind);
}
