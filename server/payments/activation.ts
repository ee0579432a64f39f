import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { MESSAGES } from '#contract/messages.ts';
import type { ActivationReply } from '#contract/payments.ts';
import { findGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import { findOrder, keepActivationCode } from './store.ts';

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUPS = 4;
const GROUP_CHARS = 5;

/**
 * The activation code of an account: for whoever has the session id of its paid checkout, which nobody can guess, and for the
 * signed-in person while the account is unlimited (docs/deviations.md 9). Made on first sight.
 */
export async function activationCode(
  deps: Pick<Deps, 'database' | 'config'>,
  ask: { sessionId: string | undefined; session: Session | null },
): Promise<z.infer<typeof ActivationReply>> {
  const accountId = await entitled(deps, ask);
  if (!accountId) return { code: null, message: MESSAGES.payments.activationMissing };
  return { code: await keepActivationCode(deps.database.db, accountId, newCode()), message: '' };
}

async function entitled(
  deps: Pick<Deps, 'database' | 'config'>,
  { sessionId, session }: { sessionId: string | undefined; session: Session | null },
): Promise<string | null> {
  if (sessionId) {
    const order = await findOrder(deps.database.db, { sessionId });
    if (order?.status === 'paid' && order.product === 'unlimited') return order.account_id;
  }
  if (!session) return null;
  const account = await findGateAccount(deps.database.db, deps.config, session.accountId);
  return account?.plan === 'unlimited' ? session.accountId : null;
}

function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return ['LW', ...Array.from({ length: GROUPS }, group)].join('-');
}
