import { z } from 'zod';
import { Plan } from '#contract/account.ts';
import { EmailAddress, PersonName } from '#contract/auth.ts';
import { MESSAGES } from '#contract/messages.ts';
import { createConfirmedAccount, eachAccount, setCredits } from '../accounts/operator-actions.ts';
import { setPlanByEmail } from '../admin/set-plan.ts';
import { hashPassword } from '../auth/password.ts';
import type { Deps } from '../deps.ts';
import { endingPlans } from '../payments/ending-plans.ts';
import type { PaymentDeps } from '../payments/payment-context.ts';
import { reconcile } from '../payments/reconcile.ts';
import { type OperatorCommand, operatorCommand } from '../platform/operator/operator-command.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { newPassword } from './access-commands.ts';

type AccountDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'secrets'> & PaymentDeps;

const command = operatorCommand<AccountDeps>();
const MAX_CREDITS = 1_000_000_000;

const createStaff = command({
  name: 'users-create-staff',
  input: z.object({ email: EmailAddress, name: PersonName.optional() }),
  run: async (deps, { email, name }, output) => {
    const password = newPassword();
    const created = await createConfirmedAccount(deps, {
      email,
      name: name ?? email.split('@', 1)[0] ?? email,
      passwordHash: await hashPassword(password),
    });
    if (!created)
      throw new OperatorError(
        `${email} already has an account. To become staff, its owner must confirm the address in Settings.`,
      );
    if (!deps.config.STAFF_EMAILS.includes(email)) {
      output.note(
        `${email} isn't in STAFF_EMAILS, so this is a regular account. To make it staff, add the address and restart.`,
      );
    }
    output.row({ email, password });
  },
});

const upgrade = command({
  name: 'users-upgrade',
  input: z.object({ email: EmailAddress, plan: Plan.default('unlimited') }),
  run: async (deps, { email, plan }, output) => {
    const outcome = await setPlanByEmail(deps, email, plan);
    if (!outcome.success) throw new OperatorError(outcome.error);
    if (outcome.note) output.note(outcome.note);
    output.row({ email, plan });
  },
});

const credits = command({
  name: 'users-credits',
  input: z.object({ email: EmailAddress, credits: z.int().min(0).max(MAX_CREDITS) }),
  run: async (deps, { email, credits: wanted }, output) => {
    const outcome = await setCredits(deps, email, wanted);
    if (outcome === 'unknown') throw new OperatorError(MESSAGES.admin.noSuchAccount);
    if (outcome === 'unlimited')
      throw new OperatorError(`${email} has unlimited credits, so the balance can't be set.`);
    output.row({ email, credits: wanted });
  },
});

const list = command({
  name: 'users-list',
  input: z.object({}),
  run: async (deps, _input, output) => {
    const ends = (ids: readonly string[]) => endingPlans(deps.database.db, ids);
    for await (const account of eachAccount({ ...deps, endingPlans: ends })) output.row(account);
  },
});

const syncPayments = command({
  name: 'payments-sync',
  input: z.object({}),
  run: async (deps, _input, output) => {
    if (!deps.payments)
      throw new OperatorError("Payments aren't set up. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.");
    const counts = await reconcile(deps.payments);
    output.row(counts);
    if (counts.error !== undefined) throw new OperatorError(counts.error);
  },
});

/** The commands of `leadwell users` and `leadwell payments`. */
export const ACCOUNT_COMMANDS = [createStaff, upgrade, credits, list, syncPayments].map(
  (command) => command as OperatorCommand<AccountDeps>,
);
