import { createHash, createHmac, randomBytes } from 'node:crypto';
import { cutText } from '#contract/cut-text.ts';
import { FIRST_SIGN_IN_CREDITS, NAME_MAX_CHARS, SIGN_UP_CREDITS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import {
  type OpenIdFinishBody,
  type OpenIdStartBody,
  PROVIDER_TITLES,
  type ProviderName,
} from '#contract/sign-in.ts';
import { visibleText } from '#contract/visible-text.ts';
import { createAccount } from '../../accounts/account.ts';
import { findUserByEmail, lockUser, recordEmailSignIn } from '../../accounts/identity.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/context.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../../http/rate-limit.ts';
import { type Db, type Tx, transaction } from '../../platform/database/db.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { assertRoom } from '../../platform/disk/disk-space.ts';
import { createFailureLog } from '../../platform/failure-log.ts';
import { firstErrorLine } from '../../platform/operator-error.ts';
import { type Act, describeAct } from '../act.ts';
import { confirmFirstTime } from '../email-confirmation.ts';
import { AuthError, accountDisabled } from '../error.ts';
import { OpenIdFailure } from '../net/openid-provider.ts';
import { type MailQueue, openMailQueue } from '../one-time/mail-queue.ts';
import type { OwnerProof } from '../owner-proof.ts';
import { isOn } from '../second-factor/second-factor-store.ts';
import type { PendingSignIn } from '../second-factor/ticket.ts';
import type { Client, IssuedSession, Sessions } from '../sessions.ts';
import { lockSession, type SessionRow } from '../store.ts';
import { connectIdentity, findIdentityOwner, isConnected } from './identities.ts';
import type { Person, SignInProvider, SignInProviders } from './providers.ts';

export const FLOW_SECONDS = 600;
const SECRET_BYTES = 32;
const STARTS: RateLimit = { name: 'openid-start', limit: 100, windowMs: 15 * 60_000 };
const FINISHES: RateLimit = { name: 'openid-finish', limit: 100, windowMs: 15 * 60_000 };

/** Sign-in with Google and Microsoft: OpenID Connect, authorization code flow with PKCE. */
export interface OpenIdSignIn {
  /**
   * Starts a sign-in in one browser. Keep `browserSecret` in a cookie of it: only that browser can finish.
   * `origin`: where the browser returns to. Connecting needs a session and a proof of the owner.
   */
  start(
    body: OpenIdStartBody,
    from: { origin: string; client: Client; session: Session | null },
  ): Promise<{ url: string; browserSecret: string }>;
  /**
   * Finishes it with what the provider responded: a session, or the provider that is now connected to the
   * account. Throws `bad_oauth_state` if this browser started no such sign-in, or it was used before.
   */
  finish(
    body: OpenIdFinishBody,
    from: { browserSecret: string | undefined; client: Client; identify(): Promise<Session> },
  ): Promise<IssuedSession | { connected: ProviderName }>;
}

/** What sign-in with a provider needs besides the base dependencies. */
export interface SignInDeps extends Deps {
  signInProviders: SignInProviders;
}

export function createOpenIdSignIn(deps: SignInDeps, sessions: Sessions, owner: OwnerProof): OpenIdSignIn {
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const failures = createFailureLog(deps.clock.now);

  function providerNamed(name: ProviderName): SignInProvider {
    const provider = deps.signInProviders.get(name);
    if (!provider) throw new AuthError('provider_disabled', MESSAGES.providers.notSetUp);
    return provider;
  }

  /** Reports failures of a provider to the person, and their reason to the log. */
  async function reported<T>(name: ProviderName, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof OpenIdFailure)) throw error;
      const { message, kind, cause } = error;
      const details = { provider: name, reason: message, ...(cause ? { cause: firstErrorLine(cause) } : {}) };
      failures.write(deps.log, 'warn', `${name} ${kind} ${message}`, details, 'login with a provider failed');
      const title = PROVIDER_TITLES[name];
      throw error.kind === 'rejected'
        ? new AuthError('bad_oauth_callback', MESSAGES.providers.rejected(title), { cause: error })
        : new AuthError('request_timeout', MESSAGES.providers.unreachable(title), { cause: error });
    }
  }

  return {
    start: async ({ provider: name, intent, current_password }, { origin, client, session }) => {
      await limiter.take(STARTS, addressKey(client.address));
      const { openid } = providerNamed(name);
      if (intent === 'connect') {
        if (!session)
          throw new AuthError('no_authorization', 'Connecting a provider requires a Bearer token');
        await owner.require(session, current_password);
      }
      const browserSecret = randomBytes(SECRET_BYTES).toString('base64url');
      const state = randomBytes(SECRET_BYTES).toString('base64url');
      const redirectUri = `${origin}/login/${name}`;
      const url = await reported(
        name,
        openid.authorizationUrl({
          redirectUri,
          state,
          nonce: derive(browserSecret, 'nonce', state),
          codeChallenge: sha256(derive(browserSecret, 'verifier', state)),
        }),
      );
      const now = deps.clock.now();
      await insertFlow(
        db,
        {
          state_hash: sha256(state),
          browser_hash: sha256(browserSecret),
          provider: name,
          intent,
          account_id: intent === 'connect' && session ? session.accountId : null,
          redirect_uri: redirectUri,
          expires_at: new Date(now + FLOW_SECONDS * 1000),
        },
        new Date(now),
      );
      return { url, browserSecret };
    },
    finish: async ({ provider: name, state, code, iss }, { browserSecret = '', client, identify }) => {
      await limiter.take(FINISHES, addressKey(client.address));
      const provider = providerNamed(name);
      const now = new Date(deps.clock.now());
      const flow = await takeFlow(db, {
        stateHash: sha256(state),
        browserHash: sha256(browserSecret),
        provider: name,
        now,
      });
      if (!flow) throw new AuthError('bad_oauth_state', MESSAGES.providers.startAgain);
      const claims = await reported(
        name,
        provider.openid.redeem({
          code,
          codeVerifier: derive(browserSecret, 'verifier', state),
          redirectUri: flow.redirect_uri,
          nonce: derive(browserSecret, 'nonce', state),
          iss: iss ?? null,
          now: now.getTime(),
        }),
      );
      const person = provider.identifyPerson(claims);
      const queue = await openMailQueue(deps);
      if (flow.intent === 'connect') {
        await connect(queue, await identify(), flow, person, describeAct(client, now));
        return { connected: name };
      }
      const session = await transaction(db, (tx) => signIn(tx, queue, { person, flow, client, now }));
      return sessions.issue(session);
    },
  };

  async function connect(
    queue: MailQueue,
    session: Session,
    flow: Flow,
    person: Person,
    act: Act,
  ): Promise<void> {
    const title = PROVIDER_TITLES[flow.provider];
    if (flow.account_id !== session.accountId)
      throw new AuthError('bad_oauth_state', MESSAGES.providers.startAgain);
    await transaction(db, async (tx) => {
      const user = await lockUser(tx, session.accountId);
      if (!(await lockSession(tx, session.sessionId)))
        throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist');
      // Someone who signed up with another person's address must not keep a way in.
      if (!user?.email_confirmed_at) {
        throw new AuthError('email_not_confirmed', MESSAGES.secondFactor.confirmFirst);
      }
      const ownerId = await findIdentityOwner(tx, person.identity);
      if (!ownerId && (await isConnected(tx, user.id, flow.provider)))
        throw new AuthError('identity_already_exists', MESSAGES.providers.alreadyConnected(title));
      await connectIdentity(tx, queue, user.id, person.identity, act);
    });
  }

  async function signIn(
    tx: Tx,
    queue: MailQueue,
    { person, flow, client, now }: { person: Person; flow: Flow; client: Client; now: Date },
  ): Promise<SessionRow | PendingSignIn> {
    const origin = {
      method: 'oauth' as const,
      provider: flow.provider,
      userAgent: client.userAgent,
      address: client.address,
    };
    const ownerId = await findIdentityOwner(tx, person.identity);
    if (ownerId) {
      const user = await lockUser(tx, ownerId);
      if (user?.disabled_at) throw accountDisabled(deps);
      // Disconnected while we waited for the lock.
      if (!user || (await findIdentityOwner(tx, person.identity)) !== ownerId)
        throw new AuthError('bad_oauth_state', MESSAGES.providers.startAgain);
      await recordEmailSignIn(tx, ownerId, now);
      return sessions.start(tx, ownerId, now, origin);
    }
    const accountId = await accountOfAddress(tx, { person, flow, act: describeAct(client, now), now });
    await recordEmailSignIn(tx, accountId, now);
    // Nothing changes before the second factor is checked too.
    if (await isOn(tx, accountId))
      return sessions.start(tx, accountId, now, { ...origin, identity: person.identity });
    await connectIdentity(tx, queue, accountId, person.identity, describeAct(client, now));
    return sessions.start(tx, accountId, now, origin);
  }

  /** The account of an address that the provider vouches for, created if needed. Its row is locked. */
  async function accountOfAddress(
    tx: Tx,
    { person, flow, act, now }: { person: Person; flow: Flow; act: Act; now: Date },
  ): Promise<string> {
    const email = person.verifiedEmail;
    const title = PROVIDER_TITLES[flow.provider];
    if (!email) throw new AuthError('email_not_confirmed', MESSAGES.providers.unverified(title));
    const found = await findUserByEmail(tx, email);
    if (found) {
      const user = await lockUser(tx, found.id);
      if (user?.email !== email) throw new AuthError('bad_oauth_state', MESSAGES.providers.startAgain);
      if (user.disabled_at) throw accountDisabled(deps);
      // The password and all else was set by someone who never confirmed this address.
      if (!user.email_confirmed_at)
        await confirmFirstTime(tx, user.id, { endPassword: true, keepSession: undefined, act });
      return user.id;
    }
    assertRoom(deps.database.space);
    const name = cutText(visibleText(person.name ?? ''), NAME_MAX_CHARS);
    const created = await createAccount(tx, deps, {
      email,
      passwordHash: null,
      userMetadata: name ? { name } : {},
      now,
      firstCredits: flow.intent === 'sign-up' ? SIGN_UP_CREDITS : FIRST_SIGN_IN_CREDITS,
      reason: flow.intent === 'sign-up' ? 'sign-up' : 'first-sign-in',
    });
    // A parallel sign-up took the address.
    if (!created) throw new AuthError('request_timeout', MESSAGES.auth.unexpected);
    await confirmFirstTime(tx, created.id, { endPassword: true, keepSession: undefined, act });
    return created.id;
  }
}

/** A value that only the browser with this secret can use, and only for this sign-in. */
function derive(browserSecret: string, of: 'nonce' | 'verifier', state: string): string {
  return createHmac('sha256', browserSecret).update(`${of} ${state}`).digest('base64url');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

type Flow = Omit<Tables['openid_flows'], 'state_hash' | 'browser_hash'>;

/** Inserts a flow, and deletes expired ones. */
async function insertFlow(db: Db, flow: Tables['openid_flows'], now: Date): Promise<void> {
  await db.deleteFrom('openid_flows').where('expires_at', '<=', now).execute();
  await db.insertInto('openid_flows').values(flow).execute();
}

/** Uses up a flow, for the browser that started it. undefined: unknown, used, expired, or another browser's. */
function takeFlow(
  db: Db,
  of: { stateHash: string; browserHash: string; provider: Flow['provider']; now: Date },
): Promise<Flow | undefined> {
  return db
    .deleteFrom('openid_flows')
    .where('state_hash', '=', of.stateHash)
    .where('browser_hash', '=', of.browserHash)
    .where('provider', '=', of.provider)
    .where('expires_at', '>', of.now)
    .returning(['provider', 'intent', 'account_id', 'redirect_uri', 'expires_at'])
    .executeTakeFirst();
}
