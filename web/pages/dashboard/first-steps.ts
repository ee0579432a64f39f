import { decideAccess } from '#contract/access.ts';
import type { AccountView } from '#contract/account.ts';

/** Accounts with this many tasks know their way. */
const EXPERIENCED_TASKS = 10;

export type StepName = 'list' | 'sample' | 'own-list';

/** A step of the checklist. What the account has done decides whether it's done. */
export interface FirstStep {
  name: StepName;
  done: boolean;
}

/** The first steps of an account with this many tasks and saved lists. */
export function firstSteps({ totalTasks, lists }: { totalTasks: number; lists: number }): FirstStep[] {
  return [
    { name: 'list', done: lists >= 1 },
    { name: 'sample', done: totalTasks >= 1 },
    { name: 'own-list', done: totalTasks >= 2 },
  ];
}

/** Whether the checklist is for this account: it is new, and has a trial or credits to use. */
export function isNewcomer(account: AccountView, now: number): boolean {
  if (account.totalTasks >= EXPERIENCED_TASKS) return false;
  // A card that is still missing changes nothing: the trial is there.
  const options = { trialRequiresCard: false };
  return decideAccess({ ...account, createdAt: Date.parse(account.createdAt) }, now, options).allowed;
}
