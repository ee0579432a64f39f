import { type RawBuilder, sql } from 'kysely';
import { TRIAL_DAYS, TRIAL_WARNING_AT_DAYS } from '#contract/limits.ts';
import { accountsLike, hadConfirmedAccount } from '../accounts/former-email.ts';
import { claimOnce, isClaimable } from '../accounts/trial-claim.ts';
import { endingFreeTrials, takeTrialMail } from '../accounts/trial-mail.ts';
import { addDueMail } from '../auth/one-time/due-mails.ts';
import type { Deps } from '../deps.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { endingCardTrials, hasUsedTrial } from './entitlement-store.ts';

type Secrets = Pick<Deps, 'secrets'>;

/**
 * Whether an account can still start a trial. Each mailbox gets one trial, even if its earlier account was
 * deleted (docs/deviations.md 6). `email` is in lower case.
 */
export async function trialAvailable(
  db: Db,
  deps: Secrets,
  account: { accountId: string; email: string },
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${canStartTrial(deps, account)} as is`.execute(db);
  return rows[0]?.is === true;
}

/** SQL: the same as `trialAvailable`. */
export function canStartTrial(
  deps: Secrets,
  { accountId, email }: { accountId: string; email: string },
): RawBuilder<boolean> {
  return sql<boolean>`(not ${hasUsedTrial(accountId, accountsLike(email))}
    and not ${hadConfirmedAccount(deps, email)} and ${isClaimable(deps, { kind: 'trial', email }, accountId)})`;
}

/**
 * Claims the trial of a subscription that has just started, for its mailbox and its card. false: one of them
 * had a trial before, in another account.
 */
export async function claimTrial(
  tx: Tx,
  deps: Secrets,
  account: { id: string; email: string },
  { cardFingerprint, now }: { cardFingerprint: string | null; now: Date },
): Promise<boolean> {
  const holder = { accountId: account.id, now };
  const ofMailbox = await claimOnce(tx, deps, { kind: 'trial', email: account.email }, holder);
  if (!ofMailbox || cardFingerprint === null) return ofMailbox;
  return claimOnce(tx, deps, { kind: 'card', fingerprint: cardFingerprint }, holder);
}

const DAY_MS = 86_400_000;
const WINDOW_MS = TRIAL_WARNING_AT_DAYS * DAY_MS;
/** Trials per run, so that others can use the database in between. */
const PER_RUN = 5000;

/**
 * Mails each account once, in the last TRIAL_WARNING_AT_DAYS days of its free trial and of its trial of Unlimited. Only to
 * confirmed addresses: anyone can sign up with any address.
 */
export async function remindOfTrials({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const { db } = database;
  const now = new Date(clock.now());
  const until = new Date(now.getTime() + WINDOW_MS);
  const free = await endingFreeTrials(db, { now, until, trialDays: TRIAL_DAYS, limit: PER_RUN });
  const paid = await endingCardTrials(db, { now, until, limit: PER_RUN });
  const ending = [
    ...free.map((trial) => ({ ...trial, charged: false })),
    ...paid.map((trial) => ({ ...trial, charged: true })),
  ];
  for (const { accountId, endsAt, charged } of ending) {
    await transaction(db, async (tx) => {
      const since = new Date(endsAt.getTime() - WINDOW_MS);
      if (!(await takeTrialMail(tx, accountId, { since, now }))) return;
      await addDueMail(tx, accountId, {
        kind: 'trial-ending',
        accountId,
        endsAt: endsAt.toISOString(),
        charged,
      });
    });
  }
}
