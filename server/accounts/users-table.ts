import { Plan } from '#contract/account.ts';
import { EmailAddress, PersonName, PersonPhone, type UserMetadata } from '#contract/auth.ts';
import type { Deps } from '../deps.ts';
import { transaction } from '../platform/database/db.ts';
import { permissionDenied, RestError } from '../rest/error.ts';
import type { RestColumn, RestTable, StoredColumn } from '../rest/table.ts';
import { type EffectivePlan, effectivePlan } from './account.ts';
import { changeProfile } from './profile.ts';

/**
 * The caller's own row of `users` (spec accounts §3). Callers can change only their name and phone number,
 * because the server controls the plan (docs/deviations.md 1).
 */
export function usersTable(deps: Pick<Deps, 'config' | 'database' | 'clock'>): RestTable {
  const stored = (type: StoredColumn['type'], from: string): RestColumn => ({ kind: 'stored', type, from });
  const fromPlan = (field: keyof EffectivePlan): RestColumn => ({
    kind: 'computed',
    needs: ['email', 'email_confirmed_at', 'plan', 'is_trial', 'has_payment_method', 'balance'],
    value: (row) =>
      effectivePlan(
        {
          email: String(row.email),
          email_confirmed_at: row.email_confirmed_at instanceof Date ? row.email_confirmed_at : null,
          plan: Plan.parse(row.plan),
          is_trial: row.is_trial === true,
          has_payment_method: row.has_payment_method === true,
          balance: Number(row.balance),
        },
        deps.config,
      )[field],
  });
  return {
    name: 'users',
    scope: 'none',
    from: 'accounts',
    owner: 'id',
    key: 'email',
    columns: {
      email: stored('text', 'email'),
      name: stored('text', 'name'),
      phone: stored('text', 'phone'),
      plan: fromPlan('plan'),
      has_payment_method: fromPlan('hasPaymentMethod'),
      is_trial: fromPlan('isTrial'),
      credits: fromPlan('credits'),
      auth_user_id: stored('uuid', 'id'),
      updated_at: stored('timestamp', 'updated_at'),
    },
    write: {
      onConflict: 'email',
      upsert: async (session, row, dryRun) => {
        const changes = readChanges(row, session.email);
        if (dryRun) return;
        await transaction(deps.database.db, (tx) =>
          changeProfile(tx, session.accountId, changes, new Date(deps.clock.now())),
        );
      },
    },
  };
}

const WRITABLE: readonly string[] = ['email', 'name', 'phone'];

function readChanges(row: Readonly<Record<string, unknown>>, ownEmail: string): UserMetadata {
  if (Object.keys(row).some((column) => !WRITABLE.includes(column))) throw permissionDenied('users', true);
  const email = EmailAddress.safeParse(row.email);
  if (!email.success || email.data !== ownEmail) {
    throw new RestError(403, '42501', 'new row violates row-level security policy for table "users"');
  }
  return {
    ...(row.name === undefined ? {} : { name: checked(PersonName.safeParse(row.name)) }),
    ...(row.phone === undefined ? {} : { phoneNumber: checked(PersonPhone.safeParse(row.phone)) }),
  };
}

function checked<T>(
  parsed: { success: true; data: T } | { success: false; error: { issues: { message: string }[] } },
): T {
  if (parsed.success) return parsed.data;
  throw new RestError(400, '23514', parsed.error.issues[0]?.message ?? 'The value is not allowed');
}
