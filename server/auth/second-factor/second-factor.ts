import { randomBytes } from 'node:crypto';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { lockUser } from '../../accounts/identity.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/context.ts';
import { createRateLimiter, type RateLimit } from '../../http/rate-limit.ts';
import { type Tx, transaction } from '../../platform/database/db.ts';
import { createSecretSealer } from '../../platform/sealed-secret.ts';
import { endAccess } from '../account-access.ts';
import { actOfSession } from '../act.ts';
import { requireLiveSession } from '../live-session.ts';
import { openMailQueue } from '../one-time/mail-queue.ts';
import type { OwnerProof } from '../owner-proof.ts';
import { markSecondFactor } from '../store.ts';
import { createCodeCheck } from './code-check.ts';
import { authenticator, newRecoveryCodes, recoveryCodeHash } from './codes.ts';
import {
  deleteFactor,
  findFactor,
  isOn,
  markEnabled,
  replaceRecoveryCodes,
  saveSetup,
} from './second-factor-store.ts';

/** The length of SHA-1's output (RFC 4226 §4 R6). */
const SECRET_BYTES = 20;
const SETUP_MS = 60 * 60_000;
const SETUPS: RateLimit = { name: 'two-factor-setup', limit: 20, windowMs: SETUP_MS };

/**
 * Two-factor login in the settings: an authenticator app (RFC 6238) and recovery codes. Throws CallError
 * `not_authenticated` if the session has ended meanwhile.
 */
export interface SecondFactor {
  /** Starts a setup, which `enable` finishes within an hour. Needs a proof of the owner. */
  setUp(
    session: Session,
    currentPassword: string | null | undefined,
  ): Promise<{ secret: string; uri: string }>;
  /** Turns it on with the first code of the app, ends the other sessions, and returns the recovery codes. */
  enable(session: Session, code: string): Promise<string[]>;
  /** Replaces the recovery codes. Needs a proof of the owner and a code. */
  renewCodes(
    session: Session,
    proof: { currentPassword?: string | null | undefined; code: string },
  ): Promise<string[]>;
  /** Needs a proof of the owner and a code. */
  disable(
    session: Session,
    proof: { currentPassword?: string | null | undefined; code: string },
  ): Promise<void>;
}

export function createSecondFactor(deps: Deps, owner: OwnerProof): SecondFactor {
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const sealer = createSecretSealer(deps.secrets.dataKey, 'authenticator');
  const codes = createCodeCheck(deps);
  const time = () => new Date(deps.clock.now());
  const wrongCode = () => new CallError('validation_failed', MESSAGES.secondFactor.wrongCode);

  async function saveNewCodes(tx: Tx, accountId: string): Promise<string[]> {
    const created = newRecoveryCodes();
    const { dataKey } = deps.secrets;
    const hashes = created.map((code) => recoveryCodeHash(dataKey, accountId, code));
    await replaceRecoveryCodes(tx, accountId, hashes);
    return created;
  }

  /** Runs `work` in a transaction that has locked the account and the session and used up the code. */
  async function withCode<T>(session: Session, code: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { accountId } = session;
    if (!(await isOn(db, accountId))) throw new CallError('conflict', MESSAGES.secondFactor.notOn);
    await codes.admit(accountId, code);
    const done = await transaction(db, async (tx) => {
      await requireLiveSession(tx, session);
      return (await codes.take(tx, accountId, code)) ? { result: await work(tx) } : null;
    });
    if (!done) throw wrongCode();
    await codes.succeeded(accountId);
    return done.result;
  }

  return {
    setUp: async (session, currentPassword) => {
      const { accountId } = session;
      await limiter.take(SETUPS, accountId);
      await owner.require(session, currentPassword);
      const secret = randomBytes(SECRET_BYTES);
      const email = await transaction(db, async (tx) => {
        await requireLiveSession(tx, session);
        const user = await lockUser(tx, accountId);
        // Someone who signed up with another person's address must not be able to lock its owner out.
        if (!user?.email_confirmed_at) throw new CallError('conflict', MESSAGES.secondFactor.confirmFirst);
        if (await isOn(tx, accountId)) throw new CallError('conflict', MESSAGES.secondFactor.alreadyOn);
        await saveSetup(tx, accountId, sealer.seal(secret, accountId), time());
        return user.email;
      });
      const app = authenticator(secret, email);
      return { secret: app.secret.base32, uri: app.toString() };
    },
    enable: async (session, code) => {
      const { accountId, sessionId } = session;
      await codes.admit(accountId, code);
      const queue = await openMailQueue(deps);
      const now = time();
      const act = await actOfSession(db, session, now);
      const created = await transaction(db, async (tx) => {
        await requireLiveSession(tx, session);
        const factor = await findFactor(tx, accountId);
        if (factor?.enabled_at) throw new CallError('conflict', MESSAGES.secondFactor.alreadyOn);
        if (!factor || now.getTime() - factor.created_at.getTime() > SETUP_MS)
          throw new CallError('conflict', MESSAGES.secondFactor.setupExpired);
        if (!(await codes.take(tx, accountId, code, { setup: true }))) return null;
        await markEnabled(tx, accountId, now);
        await endAccess(tx, accountId, { cause: 'log-out', now, keepSession: sessionId });
        await markSecondFactor(tx, sessionId);
        await queue.add([{ job: { kind: 'sign-in-changed', accountId, change: 'two-factor-on', act } }], tx);
        return saveNewCodes(tx, accountId);
      });
      if (!created) throw wrongCode();
      await codes.succeeded(accountId);
      return created;
    },
    renewCodes: async (session, { currentPassword, code }) => {
      await owner.require(session, currentPassword);
      return withCode(session, code, (tx) => saveNewCodes(tx, session.accountId));
    },
    disable: async (session, { currentPassword, code }) => {
      await owner.require(session, currentPassword);
      const queue = await openMailQueue(deps);
      const { accountId } = session;
      const act = await actOfSession(db, session, time());
      await withCode(session, code, async (tx) => {
        await deleteFactor(tx, accountId);
        await queue.add([{ job: { kind: 'sign-in-changed', accountId, change: 'two-factor-off', act } }], tx);
      });
    },
  };
}

/** Turns two-factor login off for the operator, and tells the owner. false: it was off. */
export async function resetSecondFactor(
  deps: Pick<Deps, 'database' | 'queue'>,
  accountId: string,
): Promise<boolean> {
  const queue = await openMailQueue(deps);
  return transaction(deps.database.db, async (tx) => {
    await lockUser(tx, accountId);
    if (!(await deleteFactor(tx, accountId))) return false;
    await queue.add([{ job: { kind: 'sign-in-changed', accountId, change: 'two-factor-off' } }], tx);
    return true;
  });
}
