import { CallError } from '#contract/errors.ts';
import { findGateAccount, spendableCredits } from '../../accounts/account.ts';
import { revokedAmong } from '../../api-keys/api-keys.ts';
import { canPay, readCredits } from '../../api-keys/payer.ts';
import type { Deps } from '../../deps.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { runningTasks, spentOnTasks, statesOfTasks } from '../../tasks/own-tasks.ts';
import type { RanOut, TaskRecord } from '../../tasks/task-tool.ts';
import {
  autoRunKeys,
  endAutoRunsOfKeys,
  endStop,
  endWait,
  endWaitsForMonth,
  endWaitsForStorage,
  listsOfRuns,
  listsWithoutCredits,
  storeRunEnd,
  storeStop,
  storeWait,
  type Wait,
  waitForRun,
} from '../auto-run-store.ts';
import { autoRunsBetween, findLatestRun, findRun, type ListRunRecord } from '../run-store.ts';
import { findList, type ListRecord } from '../store.ts';

type WaitDeps = Pick<Deps, 'database' | 'config' | 'clock'>;

/** Lists that are checked at a time, in any order. */
const CHECKED_AT_ONCE = 500;
/** How long a list without room for another run waits, because finding out reads all its rows. */
const STORAGE_WAIT_MS = 3_600_000;

/** Ends the waits of lists whose run has ended, whose month is over, or whose account may have more credits or room. */
export async function endWaits(deps: WaitDeps): Promise<void> {
  const { db } = deps.database;
  const now = deps.clock.now();
  await endWaitsForMonth(db, monthOf(new Date(now)).since);
  await endWaitsForStorage(db, new Date(now - STORAGE_WAIT_MS));
  const waiting = await listsOfRuns(db, CHECKED_AT_ONCE);
  const states = await statesOfTasks(
    db,
    waiting.map((list) => list.auto_run),
  );
  for (const { id, auto_run: run } of waiting) {
    const state = states.get(run);
    if (state?.isRunning) continue;
    // `noteRanOut` and `noteStopped` know the others: runs of earlier versions, and of accounts that were disabled.
    const isCut = ['cap', 'credits', 'budget', 'user'].includes(state?.stopReason ?? '');
    await storeRunEnd(db, id, run, { again: isCut });
  }
  await endWaitsForCredits(deps);
  // Once they are deleted, the account would pay, without a budget.
  await endAutoRunsOfKeys(db, await revokedAmong(db, await autoRunKeys(db, CHECKED_AT_ONCE)));
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
    reason === 'cap' && (run.started_at < monthOf(now).since || (await creditsOfMonth(tx, list, now)) > left);
  if (isMore) await storeRunEnd(tx, list.id, taskId, { again: true });
  else await storeWait(tx, list.id, { reason, credits: left }, { after: taskId, now });
}

/** Keeps a list that runs by itself from running again what a person stopped. */
export async function noteStopped(tx: Tx, taskId: string, now: Date): Promise<void> {
  const run = await findRun(tx, taskId);
  if (run) await storeStop(tx, run.list_id, now);
}

/**
 * Notes that a stopped run goes on: its list runs by itself again, after it. Returns its cap: `cap` as the person wants it
 * (undefined: as it was), but for a run that the list started, no more than the credits of its month. Throws `conflict` if they are
 * used up, or being spent by another run, and `validation_failed` for a higher cap.
 */
export async function noteResumed(
  tx: Tx,
  task: Pick<TaskRecord, 'id' | 'cap' | 'credits_used' | 'credits_included'>,
  cap: number | null | undefined,
): Promise<number | null | undefined> {
  const run = await findRun(tx, task.id);
  const list = run && (await findList(tx, run.account_id, run.list_id));
  if (!list) return cap;
  const ofMonth = run.auto && list.auto_cap !== null ? await capOfMonth(tx, { list, run, task, cap }) : cap;
  if (list.auto_wait === 'stopped' && (await findLatestRun(tx, list.id)) === task.id)
    await endStop(tx, list.id);
  if (list.auto_cap !== null) await waitForRun(tx, list.id, { taskId: task.id });
  return ofMonth;
}

/** The cap with which a run goes on that a list started by itself. */
async function capOfMonth(
  tx: Tx,
  {
    list,
    run,
    task,
    cap,
  }: {
    list: ListRecord;
    run: ListRunRecord;
    task: Parameters<typeof noteResumed>[1];
    cap: number | null | undefined;
  },
): Promise<number> {
  if (await isRunning(tx, list.id, run.started_at))
    throw new CallError(
      'conflict',
      'This list is running new rows by itself, which spends the same credits of the month. Continue this run when that one has ended.',
    );
  const left = await creditsOfMonth(tx, list, run.started_at);
  const ofMonth = `This list may spend ${(list.auto_cap ?? 0).toLocaleString('en-US')} credits a month by itself, also in this run.`;
  if (left <= 0) throw new CallError('conflict', `${ofMonth} They are used up. Raise that limit under Run.`);
  const most = task.credits_used + task.credits_included + left;
  if (cap === null || (cap !== undefined && cap > most))
    throw new CallError(
      'validation_failed',
      `${ofMonth} Continue it with at most ${most.toLocaleString('en-US')}, or raise that limit under Run.`,
    );
  return Math.min(cap ?? task.cap ?? most, most);
}

/** Whether a run goes on that a list started by itself in this month. A person can resume one. */
export async function isRunning(db: Db, listId: string, at: Date): Promise<boolean> {
  return (await runningTasks(db, await autoRunsBetween(db, listId, monthOf(at)))).size > 0;
}

/** What the runs that a list starts by itself can still cost in this month. A run belongs to the month in which it started. */
export async function creditsOfMonth(
  db: Db,
  { id, auto_cap: cap }: Pick<ListRecord, 'id' | 'auto_cap'>,
  at: Date,
): Promise<number> {
  return (cap ?? 0) - (await spentOnTasks(db, await autoRunsBetween(db, id, monthOf(at))));
}

/** The calendar month of a time, in UTC. */
function monthOf(at: Date): { since: Date; until: Date } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { since: new Date(Date.UTC(year, month, 1)), until: new Date(Date.UTC(year, month + 1, 1)) };
}
