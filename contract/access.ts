import type { Credits, Plan } from './account.ts';
import { trialDaysLeft } from './account.ts';
import { TRIAL_DAYS } from './limits.ts';
import { MESSAGES } from './messages.ts';
import type { CheckoutReason } from './payments.ts';

/** The account fields the gate uses. */
export interface GateAccount {
  plan: Plan;
  credits: Credits;
  isStaff: boolean;
  isTrial: boolean;
  hasPaymentMethod: boolean;
  /** The last payment of its subscription failed, so a new checkout is refused. */
  paymentDue: boolean;
  emailConfirmed: boolean;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

type Spender = Pick<GateAccount, 'plan' | 'credits' | 'isStaff'>;

/** Whether nothing costs the account credits: with the unlimited plan, bought or granted, and for staff. */
export function isUnlimited({ plan, isStaff }: Pick<Spender, 'plan' | 'isStaff'>): boolean {
  return isStaff || plan === 'unlimited';
}

/** The credits that an account can spend. Infinity: nothing costs it credits (spec accounts §4, Credit deduction). */
export function spendable(account: Spender): number {
  return isUnlimited(account) || account.credits === 'unlimited' ? Number.POSITIVE_INFINITY : account.credits;
}

export type AccessDenial =
  | 'not_signed_in'
  | 'payment_due'
  | 'trial_expired'
  | 'no_payment_method'
  | 'email_unconfirmed'
  | 'no_credits';

/** What a checkout says about why the user is there. `trialDays`: of the checkout, 0 without a trial. */
export function checkoutReasonMessage(reason: CheckoutReason, trialDays: number): string {
  if (reason === 'no_payment_method')
    return trialDays > 0 ? MESSAGES.gate.cardNeeded : MESSAGES.gate.planNeeded;
  const why = reason === 'trial_expired' ? MESSAGES.gate.trialExpired : MESSAGES.gate.noCredits;
  return trialDays > 0 ? `${why} The first ${trialDays} days are free.` : why;
}

interface Denial {
  allowed: false;
  reason: AccessDenial;
  /** The checkout that grants access; null if none does. */
  checkout: 'subscription' | 'trial' | null;
  message: string;
}

export type AccessDecision = { allowed: true } | Denial;

/**
 * The feature access gate, with its rules in the order of spec accounts §4. The server enforces it; the
 * browser uses it to explain a denial. Rules 3 to 5 lead to the same checkout as the pricing page: with a trial, unless
 * the account had one (`trialAvailable`: false). `trialRequiresCard` turns rule 4 on, and lets the trial ask for a confirmed
 * address (docs/deviations.md 5). What is `free` needs no credits, so rule 5 doesn't apply to it. While a payment is due,
 * no rule asks for another checkout, or for what one needs, but for that payment.
 */
export function decideAccess(
  account: GateAccount | null,
  now: number,
  options: AccessOptions,
): AccessDecision {
  const decision = decideByRules(account, now, options);
  return account?.paymentDue && !decision.allowed
    ? deny('payment_due', null, MESSAGES.payments.paymentDue)
    : decision;
}

interface AccessOptions {
  trialRequiresCard: boolean;
  trialAvailable?: boolean;
  free?: boolean;
}

function decideByRules(account: GateAccount | null, now: number, options: AccessOptions): AccessDecision {
  if (!account) return deny('not_signed_in', null, MESSAGES.gate.notSignedIn);
  if (isUnlimited(account)) return { allowed: true };
  if (account.isTrial && trialDaysLeft(account.createdAt, now, TRIAL_DAYS) === 0) {
    return denyUntilPaid('trial_expired', account, options, MESSAGES.gate.trialExpired);
  }
  const credits = spendable(account);
  if (options.trialRequiresCard && credits > 0 && !account.hasPaymentMethod) {
    const message = options.trialAvailable === false ? MESSAGES.gate.planNeeded : MESSAGES.gate.cardNeeded;
    return denyUntilPaid('no_payment_method', account, options, message);
  }
  if (credits <= 0 && !options.free)
    return denyUntilPaid('no_credits', account, options, MESSAGES.gate.noCredits);
  return { allowed: true };
}

/**
 * The pricing page offers the same, so that no one pays today who could have had a trial. Without credits or after the free trial, the way
 * to pay stays open also to an address that isn't confirmed.
 */
function denyUntilPaid(
  reason: CheckoutReason,
  account: GateAccount,
  options: AccessOptions,
  message: string,
): Denial {
  if (options.trialAvailable === false) return deny(reason, 'subscription', message);
  const denial = trialDenial(account, options);
  if (denial && reason !== 'no_payment_method') return deny(reason, 'subscription', message);
  return denial ?? deny(reason, 'trial', message);
}

/**
 * Why an account can't start the trial of the unlimited plan yet; null: it can. Otherwise, anyone could try the plan in
 * someone else's name. Whoever pays at once needs no confirmed address.
 */
export function trialDenial(
  { emailConfirmed }: Pick<GateAccount, 'emailConfirmed'>,
  { trialRequiresCard }: Pick<AccessOptions, 'trialRequiresCard'>,
): Denial | null {
  if (!trialRequiresCard || emailConfirmed) return null;
  return deny(
    'email_unconfirmed',
    null,
    'Confirm your email address in the settings to start your trial of Unlimited.',
  );
}

function deny(reason: AccessDenial, checkout: Denial['checkout'], message: string): Denial {
  return { allowed: false, reason, checkout, message };
}
