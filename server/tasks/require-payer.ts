import type { GateAccount } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { requireAccess } from '../accounts/gate.ts';
import { spendable } from '../accounts/ledger.ts';
import { requireBudget } from '../api-keys/budget.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/db.ts';
import { isRestFree, unpaidItems } from './free-items.ts';
import { isSampleList } from './samples.ts';
import type { TaskTool } from './task-tool.ts';

type GateDeps = Pick<Deps, 'config' | 'clock'>;
type Payer = GateAccount & { id: string };

/**
 * Throws a 402 if the gate is closed, or if the credits or the budget of the API key don't cover the list.
 * Items that are free need no credits, so a list of only such items starts without any. The tool's sample starts for
 * every account.
 */
export async function requirePayer(
  tx: Tx,
  deps: GateDeps,
  account: Payer | null,
  list: { tool: TaskTool; inputs: readonly string[]; apiKeyId: string | null },
): Promise<void> {
  const { tool } = list;
  if (account && isSampleList(tool, list.inputs)) return;
  const now = new Date(deps.clock.now());
  const require = async (inputs: readonly string[]) => {
    const free = inputs.length === 0;
    requireAccess(deps, account, { free });
    if (!free) await requireBudget(tx, list.apiKeyId, now);
    const refusal = account && tool.creditRefusal?.(inputs, spendable(account));
    if (refusal) throw new CallError('access_denied', refusal);
  };
  try {
    await require(list.inputs);
  } catch (refusal) {
    if (!account || !(refusal instanceof CallError) || refusal.code !== 'access_denied') throw refusal;
    // Which items are free is looked up only if it matters.
    await require(await unpaidItems(tx, account.id, tool, list.inputs, now));
  }
}

/** Like `requirePayer`, for what is left of a task. */
export async function requireRestPayer(
  tx: Tx,
  deps: GateDeps,
  account: Payer,
  task: { id: string; tool: TaskTool; apiKeyId: string | null },
): Promise<void> {
  const now = new Date(deps.clock.now());
  try {
    requireAccess(deps, account);
    await requireBudget(tx, task.apiKeyId, now);
  } catch (refusal) {
    requireAccess(deps, account, { free: true });
    if (!(await isRestFree(tx, account.id, task.tool, task.id, now))) throw refusal;
  }
}
