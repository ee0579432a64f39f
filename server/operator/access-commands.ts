import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { EmailAddress } from '#contract/auth.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { type DeletionOptions, deleteAccount } from '../account-data/delete-account.ts';
import { disableAccount } from '../accounts/operator-actions.ts';
import { findAccountByEmail } from '../accounts/plan.ts';
import { endAllAccess, replacePassword } from '../auth/account-access.ts';
import { hashPassword } from '../auth/password.ts';
import { resetSecondFactor } from '../auth/second-factor/second-factor.ts';
import type { Deps } from '../deps.ts';
import type { PaymentDeps } from '../payments/payment-context.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { type OperatorCommand, operatorCommand } from '../platform/operator/operator-command.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { stopTasks } from '../tasks/task-run.ts';

type AccessDeps = Pick<Deps, 'database' | 'queue' | 'clock' | 'secrets' | 'log' | 'watchdog'> & PaymentDeps;

const command = operatorCommand<AccessDeps>();
const ByEmail = z.object({ email: EmailAddress });
const PASSWORD_BYTES = 15;

/** Generates the password of an account. The operator passes it on, and the owner can change it. */
export function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}

async function findAccountId({ database }: AccessDeps, email: string): Promise<string> {
  const account = await findAccountByEmail(database.db, email);
  if (!account) throw new OperatorError(MESSAGES.admin.noSuchAccount);
  return account.id;
}

function inTransaction({ database }: AccessDeps, work: (tx: Tx) => Promise<void>): Promise<void> {
  return transaction(database.db, work);
}

const disable = command({
  name: 'users-disable',
  input: ByEmail,
  run: async (deps, { email }, output) => {
    const id = await findAccountId(deps, email);
    const now = new Date(deps.clock.now());
    await inTransaction(deps, async (tx) => {
      if (!(await disableAccount(tx, id, now))) throw new OperatorError(MESSAGES.admin.noSuchAccount);
      await endAllAccess(tx, id, now);
      await stopTasks(tx, id, now);
    });
    output.row({ email, disabled: true });
  },
});

const enable = command({
  name: 'users-enable',
  input: ByEmail,
  run: async (deps, { email }, output) => {
    const id = await findAccountId(deps, email);
    await inTransaction(deps, async (tx) => void (await disableAccount(tx, id, null)));
    output.row({ email, disabled: false });
  },
});

const signOut = command({
  name: 'users-sign-out',
  input: ByEmail,
  run: async (deps, { email }, output) => {
    const id = await findAccountId(deps, email);
    await inTransaction(deps, (tx) => endAllAccess(tx, id, new Date(deps.clock.now())));
    output.row({ email, signedOut: true });
  },
});

const resetPassword = command({
  name: 'users-reset-password',
  input: ByEmail,
  run: async (deps, { email }, output) => {
    const id = await findAccountId(deps, email);
    const password = newPassword();
    const hash = await hashPassword(password);
    await inTransaction(deps, (tx) => replacePassword(tx, id, hash, new Date(deps.clock.now())));
    output.row({ email, password });
  },
});

const resetTwoFactor = command({
  name: 'users-reset-two-factor',
  input: ByEmail,
  run: async (deps, { email }, output) => {
    const wasOn = await resetSecondFactor(deps, await findAccountId(deps, email));
    output.row({ email, twoFactor: false, wasOn });
  },
});

function deleteCommand(closing: (deps: PaymentDeps) => DeletionOptions) {
  return command({
    name: 'users-delete',
    input: ByEmail,
    run: async (deps, { email }, output) => {
      const id = await findAccountId(deps, email);
      try {
        await deleteAccount(deps, id, email, closing(deps));
      } catch (error) {
        if (error instanceof CallError) throw new OperatorError(error.message, { cause: error });
        throw error;
      }
      output.row({ email, deleted: true });
    },
  });
}

/**
 * The commands of `leadwell users` that end access: disable, enable, sign-out, reset-password, reset-two-factor
 * and delete.
 * `closing` is what ends with an account.
 */
export function accessCommands(
  closing: (deps: PaymentDeps) => DeletionOptions,
): readonly OperatorCommand<AccessDeps>[] {
  return [disable, enable, signOut, resetPassword, resetTwoFactor, deleteCommand(closing)].map(
    (command) => command as OperatorCommand<AccessDeps>,
  );
}
