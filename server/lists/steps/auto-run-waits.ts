import { findGateAccount, spendableCredits } from '../../accounts/account.ts';
import { canPay, readCredits } from '../../api-keys/payer.ts';
import type { Deps } from '../../deps.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { runningTasks, spentOnTasks, statesOfTasks } from '../../tasks/own-tasks.ts';
import type { RanOut } from '../../tasks/task-tool.ts';
import {
  endWait,
  endWaitsForMonth,
  listsOfRuns,
  listsWithoutCredits,
  storeRunEnd,
  storeWait,
  type Wait,
} from '../auto-run-store.ts';
import { autoRunsSince, findRun } from '../run-store.ts';
import { findList, type ListRecord } from '../store.ts';

type WaitDeps = Pick<Deps, 'database' | 'config' | 'clock'>;

/** Lists that are checked at a time, in any order. */
const CHECKED_AT_ONCE = 500;

/** Ends the waits of lists whose run has ended, whose month is over, or whose account has more credits. */
export async function endWaits(deps: WaitDeps): Promise<void> {
  const { db } = deps.database;
  await endWaitsForMonth(db, monthStart(new Date(deps.clock.now())));
  const waiting = await listsOfRuns(db, CHECKED_AT_ONCE);
  const states = await statesOfTasks(
    db,
    waiting.map((list) => list.auto_run),
  );
  for (const { id, auto_run: run } of waiting) {
    const state = states.get(run);
    if (state?.isRunning) continue;
    // `noteRanOut` knows why a run of this version stopped; others are looked at again.
    const ranOut = ['cap', 'credits', 'budget'].includes(state?.stopReason ?? '');
    await storeRunEnd(db, id, run, { again: ranOut });
  }
  await endWaitsForCredits(deps);
}

async function endWaitsForCredits(deps: WaitDeps): Promise<void> {
  const { db } = deps.database;
  const lists = await listsWithoutCredits(db, CHECKED_AT_ONCE);
  const ofAccounts = await spendableCredits(db, deps.config, [
    ...new Set(lists.map((list) => list.account_id)),
  ]);
  for (const list of lists) {
    const isMore = (credits: number) =>
      list.auto_wait_credits === null || credits > Number(list.auto_wait_credits);
    const ofAccount = ofAccounts.get(list.account_id);
    if (ofAccount === undefined || !isMore(ofAccount)) continue;
    const { wait, credits } = await readPayer(deps, list);
    if (wait === null && isMore(credits)) await endWait(db, list.id);
  }
}

/** What keeps the account and the API key of a list from paying for a run; null if nothing does. */
export async function lackOfCredits(deps: WaitDeps, list: ListRecord): Promise<Wait | null> {
  return (await readPayer(deps, list)).wait;
}

async function readPayer(
  deps: WaitDeps,
  { account_id: accountId, auto_key_id: apiKeyId }: ListRecord,
): Promise<{ wait: Wait | null; credits: number }> {
  const { db } = deps.database;
  // A disabled account counts as missing.
  const isThere = (await spendableCredits(db, deps.config, [accountId])).has(accountId);
  const account = isThere ? await findGateAccount(db, deps.config, accountId) : null;
  const payer = { account, apiKeyId };
  const { ofAccount, ofKey, least } = await readCredits(db, payer, new Date(deps.clock.now()));
  if (await canPay(db, deps, payer)) return { wait: null, credits: least };
  const wait: Wait =
    ofAccount > 0 && ofKey <= 0
      ? { reason: 'budget', credits: 0 }
      : { reason: 'credits', credits: account && ofAccount <= 0 ? 0 : null };
  return { wait, credits: least };
}

/** Lets the rows wait that a run of a list by itself left, until there is more of what it ran out of. */
export async function noteRanOut(tx: Tx, taskId: string, { reason, left }: RanOut, now: Date): Promise<void> {
  const run = await findRun(tx, taskId);
  const list = run && (await findList(tx, run.account_id, run.list_id));
  if (!list || !run.auto) return;
  // The person may have raised the limit, or the next month may have begun.
  const isMore =
    reason === 'cap' && (run.started_at < monthStart(now) || (await creditsOfMonth(tx, list, now)) > left);
  if (isMore) await storeRunEnd(tx, list.id, taskId, { again: true });
  else await storeWait(tx, list.id, { reason, credits: left }, { after: taskId, now });
}

/** Whether a run goes on that a list started by itself in this month. A person can resume one. */
export async function isRunning(db: Db, listId: string, at: Date): Promise<boolean> {
  return (await runningTasks(db, await autoRunsSince(db, listId, monthStart(at)))).size > 0;
}

/** What the runs that a list starts by itself can still cost in this month. A run belongs to the month in which it started. */
export async function creditsOfMonth(
  db: Db,
  { id, auto_cap: cap }: Pick<ListRecord, 'id' | 'auto_cap'>,
  at: Date,
): Promise<number> {
  return (cap ?? 0) - (await spentOnTasks(db, await autoRunsSince(db, id, monthStart(at))));
}

/** When the calendar month began, in UTC. */
function monthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}
