import type { Plan } from '#contract/account.ts';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { findGateAccount, findKeyOwner } from '../accounts/account.ts';
import { searchAccounts } from '../accounts/account-search.ts';
import { findAccountByEmail } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import { adminKeyPass, hasOperatorPass, setOperatorPasses } from '../http/operator-pass.ts';
import { addressKey } from '../http/rate-limit.ts';
import { currentNotices } from '../leads/notices/current-notices.ts';
import { endingPlans } from '../payments/ending-plans.ts';
import { type PaymentDeps, requirePayments } from '../payments/payment-context.ts';
import { reconcile } from '../payments/reconcile.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { signingSecret } from '../platform/server-secrets.ts';
import { insertLogEntry, latestLogEntries } from './admin-log.ts';
import { createKeyCheck } from './key.ts';
import type { OperatorLink } from './operator-link.ts';
import { setPlanByEmail } from './set-plan.ts';

const LOG_ENTRIES = 20;
const DELETED = 'a deleted account';

/** Mounts the calls of the admin page, which require the admin key, and the staff check. */
export function mountAdmin(binder: Binder, deps: Deps & PaymentDeps & { operatorLink: OperatorLink }): void {
  const { config } = deps;
  const { db } = deps.database;
  const checkKey = createKeyCheck(deps);
  const { payments } = deps;

  binder.public(CALLS.adminInfo, async ({ input, context }) => {
    await checkKey(context, input.adminKey, 'info');
    const staff = config.STAFF_EMAILS.map(async (email) => ({
      email,
      confirmed: (await findAccountByEmail(db, email))?.confirmed ?? false,
    }));
    return {
      adminKey: masked(deps.secrets.adminKey),
      webhookSecret: config.STRIPE_WEBHOOK_SECRET ? masked(config.STRIPE_WEBHOOK_SECRET) : null,
      webhookUrl: `${deps.publicUrl}/webhooks/stripe`,
      payments: payments?.provider.source ?? ('none' as const),
      notices: await currentNotices(deps),
      staff: await Promise.all(staff),
      recent: await Promise.all(
        (await latestLogEntries(db, LOG_ENTRIES)).map(async (entry) => ({
          ...entry,
          at: entry.at.toISOString(),
          detail: entry.detail && ((await findKeyOwner(db, config, entry.detail))?.email ?? DELETED),
        })),
      ),
    };
  });

  binder.public(CALLS.adminUsers, async ({ input: { adminKey, after, ...filter }, context }) => {
    await checkKey(context, adminKey, 'list users');
    const ends = (ids: readonly string[]) => endingPlans(db, ids);
    return runHeavy('operator', () => searchAccounts({ ...deps, endingPlans: ends }, filter, after ?? null));
  });

  binder.public(CALLS.adminPrefill, async ({ input, context }) => {
    const { adminKey } = deps.secrets;
    if (input.code === undefined)
      return { adminKey: hasOperatorPass(context, deps.secrets, adminKeyPass) ? adminKey || null : null };
    const accepted = deps.operatorLink.take(input.code);
    const address = addressKey(context.get('clientAddress'));
    if (!accepted) {
      const log = context.get('log');
      context.get('failures').write(log, 'warn', 'operator link', { address }, 'wrong or used operator link');
      throw new CallError('forbidden', MESSAGES.admin.linkUsed);
    }
    const at = new Date(deps.clock.now());
    await insertLogEntry(db, { at, action: 'operator link', address, accepted, detail: '' });
    setOperatorPasses(context, signingSecret(deps.secrets, deps.clock.now()));
    return { adminKey: adminKey || null };
  });

  binder.public(CALLS.adminUpgrade, async ({ input, context }) => {
    await checkKey(context, input.adminKey, planAction(input.plan), input.email);
    return setPlanByEmail(deps, input.email, input.plan);
  });

  binder.public(CALLS.adminUpgradeDirectly, async ({ input, context }) => {
    await checkKey(context, input.adminKey, `${planAction(input.plan)} directly`, input.email);
    return setPlanByEmail(deps, input.email, input.plan);
  });

  binder.public(CALLS.bulkSyncPayments, async ({ input, context }) => {
    await checkKey(context, input.adminKey, 'bulk sync');
    const counts = await reconcile(requirePayments(payments));
    return { success: counts.error === undefined, ...counts };
  });

  binder.signedIn(CALLS.staffCheck, async ({ session, input }) => {
    if (input.email !== undefined && input.email.trim().toLowerCase() !== session.email) {
      throw new CallError('forbidden');
    }
    const account = await findGateAccount(db, config, session.accountId);
    return { success: account?.isStaff === true };
  });
}

/** What the audit log calls a change of a plan. */
function planAction(plan: Plan | undefined): string {
  return plan === 'free' ? 'take plan back' : 'upgrade';
}

/** "whsec_1234567890" -> "whse••••••7890" */
function masked(secret: string): string {
  return secret.length < 12 ? '••••••' : `${secret.slice(0, 4)}••••••${secret.slice(-4)}`;
}
