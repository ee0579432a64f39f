import type { AccountView, Credits, Plan } from '#contract/account.ts';
import { plural } from '#contract/plural.ts';
import type { TaskView } from '#contract/tasks.ts';

type TaskCost = Pick<TaskView, 'creditsused' | 'creditsincluded'>;

const NUMBER = new Intl.NumberFormat('en-US');
const DAY_PARTS = { year: 'numeric', month: 'short', day: '2-digit' } as const;
const DAY = new Intl.DateTimeFormat('en-US', DAY_PARTS);
const TIME = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** 12345 -> "12,345". */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** A credit balance: "970" or "Unlimited". */
export function formatCredits(credits: Credits): string {
  return credits === 'unlimited' ? 'Unlimited' : formatNumber(credits);
}

/** The credits that an account used: "30", or "Included" on a plan that charges none. */
export function formatCreditsUsed({
  credits,
  creditsUsed,
}: {
  credits: Credits;
  creditsUsed: number;
}): string {
  return credits === 'unlimited' ? 'Included' : formatNumber(creditsUsed);
}

/** What a task cost: "12 credits", or "Included" if the plan covered it. */
export function formatTaskCost({ creditsused, creditsincluded }: TaskCost): string {
  return creditsused === 0 && creditsincluded > 0 ? 'Included' : plural(creditsused, 'credit');
}

/** "free" -> "Free" (spec accounts §1). */
export function formatPlan(plan: Plan): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}

type Trial = Pick<AccountView, 'plan' | 'isTrial' | 'trialDaysLeft' | 'paymentDue'>;

/** Whether the free trial runs. An account whose subscription is on hold isn't on trial again. */
export function isOnTrial({ isTrial, trialDaysLeft, paymentDue }: Trial): boolean {
  return isTrial && trialDaysLeft > 0 && !paymentDue;
}

/** "Free (Trial)" during the trial, else "Free" or "Unlimited" (spec accounts §2, header menu). */
export function planName(account: Trial): string {
  const plan = formatPlan(account.plan);
  return isOnTrial(account) ? `${plan} (Trial)` : plan;
}

/** ISO 8601 -> "Mar 04, 2026 09:05" in the user's time zone (spec lead tools §9). */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return `${DAY.format(date)} ${TIME.format(date)}`;
}

/** ISO 8601 -> "Mar 04, 2026" in the user's time zone. */
export function formatDay(iso: string): string {
  return DAY.format(new Date(iso));
}

/** A day in UTC, "2026-03-04" -> "Mar 04, 2026" in every time zone. */
export function formatUtcDay(day: string): string {
  return new Date(day).toLocaleDateString('en-US', { ...DAY_PARTS, timeZone: 'UTC' });
}

/** A duration, rounded up: "20 seconds", "4 minutes", "2 hours". */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 90) return plural(whole, 'second');
  if (whole < 90 * 60) return plural(Math.ceil(whole / 60), 'minute');
  return plural(Math.ceil(whole / 3600), 'hour');
}

/** An estimated duration, rounded up: "About 20 seconds", "About 1½ minutes", "About 12 minutes". */
export function formatEstimate(seconds: number): string {
  const halfMinutes = Math.ceil(seconds / 30);
  if (seconds <= 60 || halfMinutes > 20 || halfMinutes % 2 === 0) return `About ${formatSeconds(seconds)}`;
  return `About ${Math.floor(halfMinutes / 2)}½ minutes`;
}

/** Cents -> "$49.00". */
export function formatUsd(cents: number): string {
  return USD.format(cents / 100);
}

/** 68_400 -> "68 kB"; 1_234_567 -> "1.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${NUMBER.format(Math.ceil(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
