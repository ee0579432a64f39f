import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { EmailAddress, PersonName } from '#contract/auth.ts';
import { MESSAGES } from '#contract/messages.ts';
import { createConfirmedAccount, eachAccount, setCredits } from '../accounts/by-operator.ts';
import { upgradeByEmail } from '../admin/upgrade.ts';
import { hashPassword } from '../auth/password.ts';
import type { Deps } from '../deps.ts';
import type { PaymentDeps } from '../payments/payment-context.ts';
import { reconcile } from '../payments/reconcile.ts';
import { type OperatorCommand, operatorCommand } from '../platform/operator-command.ts';
import { OperatorError } from '../platform/operator-error.ts';

type AccountDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'secrets'> & PaymentDeps;

const command = operatorCommand<AccountDeps>();
const MOST_CREDITS = 1_000_000_000;
const PASSWORD_BYTES = 15;

const createStaff = command({
  name: 'users-create-staff',
  input: z.object({ email: EmailAddress, name: PersonName.optional() }),
  run: async (deps, { email, name }, output) => {
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    const made = await createConfirmedAccount(deps, {
      email,
      name: name ?? email.split('@', 1)[0] ?? email,
      passwordHash: await hashPassword(password),
    });
    if (!made)
      throw new OperatorError(
        `There is an account of ${email} already. Its owner confirms the address in the settings.`,
      );
    if (!deps.config.STAFF_EMAILS.includes(email)) {
      output.note(
        `${email} is not in STAFF_EMAILS: add it there and restart, else the account is an ordinary one.`,
      );
    }
    output.row({ email, password });
  },
});

const upgrade = command({
  name: 'users-upgrade',
  input: z.object({ email: EmailAddress }),
  run: async (deps, { email }, output) => {
    const { success, error } = await upgradeByEmail(deps, email);
    if (!success) throw new OperatorError(error ?? MESSAGES.payments.upgradeFailed);
    output.row({ email, plan: 'unlimited' });
  },
});

const credits = command({
  name: 'users-credits',
  input: z.object({ email: EmailAddress, credits: z.int().min(0).max(MOST_CREDITS) }),
  run: async (deps, { email, credits: wanted }, output) => {
    const outcome = await setCredits(deps, email, wanted);
    if (outcome === 'unknown') throw new OperatorError(MESSAGES.admin.noSuchAccount);
    if (outcome === 'unlimited')
      throw new OperatorError(`${email} is unlimited: credits are not counted there.`);
    output.row({ email, credits: wanted });
  },
});

const list = command({
  name: 'users-list',
  input: z.object({}),
  run: async (deps, _input, output) => {
    for await (const account of eachAccount(deps)) output.row(account);
  },
});

const syncPayments = command({
  name: 'payments-sync',
  input: z.object({}),
  run: async (deps, _input, output) => {
    if (!deps.payments)
      throw new OperatorError('Payments are not set up: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.');
    const counts = await reconcile(deps.payments);
    output.row(counts);
    if (counts.error !== undefined) throw new OperatorError(counts.error);
  },
});

/** The commands of `leadwell users` and `leadwell payments`. */
export const ACCOUNT_COMMANDS = [createStaff, upgrade, credits, list, syncPayments].map(
  (one) => one as OperatorCommand<AccountDeps>,
);
