import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { MESSAGES } from '#contract/messages.ts';
import type { ActivationReply } from '#contract/payments.ts';
import { findGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import type { Db, Tx } from '../platform/db.ts';
import { listEntitlements } from './entitlement-store.ts';
import { findCodeOwner, findOrder, replaceActivationCode, saveActivationCode } from './store.ts';

/** Leaves out letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUPS = 4;
const GROUP_CHARS = 5;

/**
 * Returns an account's activation code, created on the first request. It is shown to anyone with the session
 * id of the paid checkout, which can't be guessed, and to the signed-in user while the plan includes extensions
 * (docs/deviations.md 9).
 */
export async function activationCode(
  deps: Pick<Deps, 'database' | 'config'>,
  request: { sessionId: string | undefined; session: Session | null },
): Promise<z.infer<typeof ActivationReply>> {
  const { db } = deps.database;
  const accountId = await findEntitledAccount(deps, request);
  if (!accountId) return { code: null, message: MESSAGES.payments.activationMissing, paid: false };
  const entitlements = await listEntitlements(db, accountId);
  const paid = entitlements.some((one) => one.has_access && one.subscription_id !== null);
  return { code: await saveActivationCode(db, accountId, newCode()), message: '', paid };
}

async function findEntitledAccount(
  deps: Pick<Deps, 'database' | 'config'>,
  { sessionId, session }: { sessionId: string | undefined; session: Session | null },
): Promise<string | null> {
  if (sessionId) {
    const order = await findOrder(deps.database.db, { sessionId });
    if (order?.status === 'paid' && order.product === 'unlimited') return order.account_id;
  }
  if (!session) return null;
  const account = await findGateAccount(deps.database.db, deps.config, session.accountId);
  return account && account.plan !== 'free' ? session.accountId : null;
}

/** The account that an activation code belongs to, however it is typed; null if it is wrong. */
export async function accountOfCode(db: Db, typed: string): Promise<string | null> {
  return (await findCodeOwner(db, typed.replace(/\s/g, '').toUpperCase())) ?? null;
}

/** Replaces an account's activation code and returns the new one. The old one is void. */
export async function rotateActivationCode(tx: Tx, accountId: string): Promise<string> {
  const code = newCode();
  await replaceActivationCode(tx, accountId, code);
  return code;
}

function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return ['LW', ...Array.from({ length: GROUPS }, group)].join('-');
}
