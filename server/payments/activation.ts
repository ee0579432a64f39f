import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { MESSAGES } from '#contract/messages.ts';
import type { ActivationReply } from '#contract/payments.ts';
import { findGateAccount, findKeyOwner } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { listEntitlements } from './entitlement-store.ts';
import type { Order } from './provider.ts';
import { findCodeOwner, findOrder, replaceActivationCode, saveActivationCode } from './store.ts';

/** Leaves out letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUPS = 4;
const GROUP_CHARS = 5;

/** How long the success page shows the code without a login. */
const SUCCESS_PAGE_MS = 60 * 60_000;

type ActivationDeps = Pick<Deps, 'clock' | 'config' | 'database'>;

/**
 * Returns an account's activation code, created on the first request. It is shown while the plan includes
 * extensions (docs/deviations.md 9) to the signed-in user, and to anyone with the session id of the checkout, which
 * can't be guessed, for an hour after the payment and until the code is first replaced.
 */
export async function activationCode(
  deps: ActivationDeps,
  request: { sessionId: string | undefined; session: Session | null },
): Promise<z.infer<typeof ActivationReply>> {
  const shown = await findShownCode(deps, request);
  if (!shown) return { code: null, message: MESSAGES.payments.activationMissing, paid: false };
  const entitlements = await listEntitlements(deps.database.db, shown.accountId);
  const paid = entitlements.some(
    (entitlement) => entitlement.has_access && entitlement.subscription_id !== null,
  );
  return { code: shown.code, message: '', paid };
}

async function findShownCode(
  deps: ActivationDeps,
  { sessionId, session }: { sessionId: string | undefined; session: Session | null },
): Promise<{ accountId: string; code: string } | null> {
  const { db } = deps.database;
  const order = sessionId ? await findOrder(db, { sessionId }) : undefined;
  if (order && (await isOnSuccessPage(deps, order))) {
    // Read together, so that a code that is replaced meanwhile isn't shown.
    const { code, replaced_at } = await saveActivationCode(db, order.account_id, newCode());
    if (!replaced_at) return { accountId: order.account_id, code };
  }
  if (!session) return null;
  const account = await findGateAccount(db, deps.config, session.accountId);
  if (!account || account.plan === 'free') return null;
  const { code } = await saveActivationCode(db, session.accountId, newCode());
  return { accountId: session.accountId, code };
}

async function isOnSuccessPage(deps: ActivationDeps, order: Order): Promise<boolean> {
  const { status, product, settled_at, account_id } = order;
  if (status !== 'paid' || product !== 'unlimited') return false;
  if (!settled_at || deps.clock.now() - settled_at.getTime() >= SUCCESS_PAGE_MS) return false;
  const owner = await findKeyOwner(deps.database.db, deps.config, account_id);
  return owner !== null && !owner.disabled && owner.plan !== 'free';
}

/** The account that an activation code belongs to, however it is typed; null if it is wrong. */
export async function accountOfCode(db: Db, typed: string): Promise<string | null> {
  return (await findCodeOwner(db, typed.replace(/\s/g, '').toUpperCase())) ?? null;
}

/** Replaces an account's activation code and returns the new one. The old one is void. */
export async function rotateActivationCode(tx: Tx, accountId: string, at: Date): Promise<string> {
  const code = newCode();
  await replaceActivationCode(tx, accountId, code, at);
  return code;
}

function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return ['LW', ...Array.from({ length: GROUPS }, group)].join('-');
}
