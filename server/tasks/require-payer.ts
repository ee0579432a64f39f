import { type GateAccount, spendable } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { findGateAccount } from '../accounts/account.ts';
import { isRefusal, requirePayer } from '../api-keys/payer.ts';
import type { Deps } from '../deps.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { unpaidItems } from './free-items.ts';
import { isSampleList } from './samples.ts';
import type { TaskTool } from './task-tool.ts';

type GateDeps = Pick<Deps, 'config' | 'clock'>;

/** What an account wants to start, and which of it needs credits. */
interface PaidList {
  tool: TaskTool;
  inputs: readonly string[];
  apiKeyId: string | null;
}

/**
 * Throws a 402 if the gate is closed, or if the credits or the budget of the API key don't cover the list.
 * Items that are free need no credits, so a list of only such items starts without any: `unpaid` has the others, as
 * `findUnpaid` found them, or is null if that doesn't matter. The tool's sample starts for every account.
 */
export async function requireListPayer(
  tx: Tx,
  deps: GateDeps,
  account: GateAccount | null,
  list: PaidList & { unpaid: readonly string[] | null },
): Promise<void> {
  if (account && isSampleList(list.tool, list.inputs)) return;
  try {
    await requireCredits(tx, deps, account, list, list.inputs);
  } catch (refusal) {
    if (!account || !isRefusal(refusal) || list.unpaid === null) throw refusal;
    await requireCredits(tx, deps, account, list, list.unpaid);
  }
}

/**
 * The items of a list that aren't free, if the account can't pay for the whole list; otherwise null. Reads in steps,
 * so it isn't part of the transaction that starts the task.
 */
export async function findUnpaid(
  { database: { db }, ...deps }: GateDeps & Pick<Deps, 'database'>,
  accountId: string,
  list: PaidList,
): Promise<readonly string[] | null> {
  const account = await findGateAccount(db, deps.config, accountId);
  try {
    await requireCredits(db, deps, account, list, list.inputs);
    return null;
  } catch (refusal) {
    if (!account || !isRefusal(refusal)) throw refusal;
    const now = new Date(deps.clock.now());
    return runHeavy(accountId, () => unpaidItems(db, accountId, list.tool, list.inputs, now));
  }
}

async function requireCredits(
  db: Db,
  deps: GateDeps,
  account: GateAccount | null,
  { tool, apiKeyId }: PaidList,
  inputs: readonly string[],
): Promise<void> {
  await requirePayer(db, deps, { account, apiKeyId }, { free: inputs.length === 0 });
  const refusal = account && tool.creditRefusal?.(inputs, spendable(account));
  if (refusal) throw new CallError('access_denied', refusal);
}
