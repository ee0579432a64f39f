import { z } from 'zod';

/** Only `unlimited` is sold. The operator can give it, and `premium`. */
export const PLANS = ['free', 'premium', 'unlimited'] as const;
export const Plan = z.enum(PLANS);
export type Plan = z.infer<typeof Plan>;
/** JSON has no infinity, so an unlimited balance is the string "unlimited" (docs/deviations.md 18). */
export const Credits = z.union([z.int().nonnegative(), z.literal('unlimited')]);
export type Credits = z.infer<typeof Credits>;

/** The signed-in person's account as the browser sees it. Times are ISO 8601 in UTC. */
export const AccountView = z.object({
  id: z.uuid(),
  email: z.string(),
  /** The owner has confirmed this address. */
  emailConfirmed: z.boolean(),
  /** If false, the user signs in by email until they set a password. */
  hasPassword: z.boolean(),
  /** The password was removed with the first confirmation of the address, and none was set since. */
  passwordEnded: z.boolean(),
  name: z.string(),
  phone: z.string().nullable(),
  plan: Plan,
  credits: Credits,
  /** Credits charged, without refunds, and credits granted: used and left are granted, unless unlimited. */
  creditsUsed: z.int().nonnegative(),
  creditsGranted: z.int().nonnegative(),
  /** What the unlimited plan covered, in credits. It was never charged. */
  creditsIncluded: z.int().nonnegative(),
  totalTasks: z.int().nonnegative(),
  isTrial: z.boolean(),
  /** Whole days, rounded up, never below 0 (spec accounts §4 Trial). */
  trialDaysLeft: z.int().nonnegative(),
  hasPaymentMethod: z.boolean(),
  /** The last payment of the subscription failed. It is on hold until the payment is made in the billing portal. */
  paymentDue: z.boolean(),
  /** Confirmed staff, who are never charged or gated. */
  isStaff: z.boolean(),
  /** Whether gate rule 4 is on (docs/deviations.md 5). */
  trialRequiresCard: z.boolean(),
  /** Whether the unlimited plan still comes with a trial. */
  trialAvailable: z.boolean(),
  monthlyExports: z.int().nonnegative(),
  /** When `monthlyExports` starts over (docs/deviations.md 15). */
  monthlyExportsResetAt: z.string(),
  createdAt: z.string(),
});
export type AccountView = z.infer<typeof AccountView>;

/** Which mail the account wants besides the necessary one. */
export const MailSettings = z.object({
  /** A mail when a task ends that took LONG_TASK_MINUTES or more. */
  longTasks: z.boolean(),
});
export type MailSettings = z.infer<typeof MailSettings>;

/** One session of the account. Times are ISO 8601 in UTC. */
export const SessionView = z.object({
  id: z.uuid(),
  /** The session making this request. */
  current: z.boolean(),
  startedAt: z.string(),
  lastActiveAt: z.string(),
  /** The User-Agent header. */
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
});
export type SessionView = z.infer<typeof SessionView>;

/** A full export of the account. Other keys are named after the data they contain. */
export const AccountExport = z.looseObject({ exportedAt: z.string(), account: z.looseObject({}) });

const DAY_MS = 86_400_000;

/** Days left of the trial: rounded up, never below 0. `createdAt` and `now` in ms since the epoch. */
export function trialDaysLeft(createdAt: number, now: number, trialDays: number): number {
  return Math.max(0, Math.ceil((createdAt + trialDays * DAY_MS - now) / DAY_MS));
}
