import type { SessionView } from '#contract/account.ts';
import type { LogoutScope } from '#contract/auth.ts';
import { CallError } from '#contract/errors.ts';
import { findUser, findUserIf, type UserRow } from '../accounts/identity.ts';
import type { Deps } from '../deps.ts';
import type { Authenticate, Session } from '../http/context.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { createTurns, type TurnRule } from '../platform/turns.ts';
import { endAccess } from './account-access.ts';
import { describeAct } from './act.ts';
import { AuthError, secondFactorNeeded } from './error.ts';
import { rememberClient } from './known-clients.ts';
import { addDueMail } from './one-time/due-mails.ts';
import { isOn } from './second-factor/second-factor-store.ts';
import { issueTicket, type PendingSignIn } from './second-factor/ticket.ts';
import {
  deleteIdleSessions,
  deleteOldestSessions,
  deleteSession,
  findSessions,
  insertSession,
  lockSession,
  type SessionOrigin,
  type SessionRow,
  saveRotation,
  sessionExists,
} from './store.ts';
import { ACCESS_TOKEN_SECONDS, type AccessTokens, createAccessTokens } from './tokens/access-token.ts';
import { createRefreshTokens } from './tokens/refresh-token.ts';
import { APP_METADATA, type AuthUser, toAuthUser } from './user.ts';

/**
 * A session in the format of supabase-js. `expires_in` is in seconds, `expires_at` in seconds since the
 * epoch.
 */
export interface IssuedSession {
  access_token: string;
  refresh_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  user: AuthUser;
}

/** The client that sent a request: its IP address and user agent. */
export interface Client {
  address: string;
  userAgent: string | null;
}

export interface Sessions {
  jwks: AccessTokens['jwks'];
  /**
   * Starts a session in the transaction that authenticated the user, which has locked the account's row. Ends
   * the oldest session above SESSIONS_PER_ACCOUNT. If the account has a second factor that wasn't checked, no
   * session starts. The owner gets a mail if the account signed in elsewhere before, and never here. Pass the result to `issue` after the commit.
   */
  start(tx: Tx, accountId: string, now: Date, origin: SessionOrigin): Promise<SessionRow | PendingSignIn>;
  /** Throws `second_factor_needed`, with a ticket, for a sign-in that waits for its second factor. */
  issue(session: SessionRow | PendingSignIn): Promise<IssuedSession>;
  refresh(refreshToken: string): Promise<IssuedSession>;
  /** Returns the session of an access token. Throws `bad_jwt`, `user_not_found` or `session_not_found`. */
  identify(accessToken: string): Promise<Session>;
  end(session: Session, scope: LogoutScope): Promise<void>;
}

/** Session checks of one process. Tokens take turns. */
const CHECKS: TurnRule = {
  atOnce: 16,
  of: 'all',
  maxWaiting: 5000,
  refused: () => new CallError('unavailable', undefined, { retryAfterSeconds: 5 }),
};
const REUSE_INTERVAL_MS = 10_000;
/** How long a session can be unused. */
export const SESSION_IDLE_MS = 90 * 86_400_000;
/**
 * A rejected refresh ends the client's session, so the limit is high enough to catch only runaway clients.
 */
const REFRESHES: RateLimit = { name: 'refresh', limit: 300, windowMs: 15 * 60_000 };

export function createSessions(deps: Deps): Sessions {
  const { clock } = deps;
  const { db } = deps.database;
  const accessTokens = createAccessTokens({
    secrets: deps.secrets,
    issuer: `${deps.publicUrl}/auth/v1`,
    verifyIssuer: deps.config.PUBLIC_URL !== undefined,
    clock,
  });
  const refreshTokens = createRefreshTokens(deps.secrets, clock);
  const limiter = createRateLimiter(deps);

  async function issue(session: SessionRow | PendingSignIn, user?: UserRow): Promise<IssuedSession> {
    if ('ticket' in session) throw secondFactorNeeded(session.ticket);
    const row = user ?? (await findUser(db, session.account_id));
    if (!row) throw sessionGone();
    const { token, expiresAt } = await accessTokens.sign({
      accountId: row.id,
      sessionId: session.id,
      email: row.email,
      appMetadata: APP_METADATA,
      userMetadata: row.user_metadata,
      method: session.method,
      secondFactor: session.second_factor,
      signedInAt: Math.floor(session.created_at.getTime() / 1000),
    });
    return {
      access_token: token,
      refresh_token: refreshTokens.write({ sessionId: session.id, counter: session.refresh_counter }),
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      expires_at: expiresAt,
      user: toAuthUser(row),
    };
  }

  return {
    jwks: accessTokens.jwks,
    issue,
    start: async (tx, accountId, now, origin) => {
      if (!origin.secondFactor && (await isOn(tx, accountId))) return issueTicket(tx, accountId, now, origin);
      await deleteIdleSessions(tx, accountId, new Date(now.getTime() - SESSION_IDLE_MS));
      if ((await rememberClient(tx, accountId, origin, now)).isNew)
        await addDueMail(tx, accountId, { kind: 'new-sign-in', accountId, act: describeAct(origin, now) });
      const session = await insertSession(tx, accountId, now, origin);
      const keep = deps.config.SESSIONS_PER_ACCOUNT - 1;
      await deleteOldestSessions(tx, accountId, { id: session.id, keep });
      return session;
    },
    refresh: async (refreshToken) => {
      const payload = refreshTokens.read(refreshToken);
      if (!payload) throw tokenNotFound();
      await limiter.take(REFRESHES, payload.sessionId);
      const now = clock.now();
      const outcome = await transaction(db, async (tx) => {
        const session = await lockSession(tx, payload.sessionId);
        if (!session) return { refused: sessionGone() };
        switch (classifyRefresh(session, payload.counter, now)) {
          case 'rotate': {
            const counter = session.refresh_counter + 1;
            const recent = [
              ...session.recent_rotations.filter(({ at }) => now - at <= REUSE_INTERVAL_MS),
              { counter: payload.counter, at: now },
            ];
            await saveRotation(tx, session.id, { counter, recent, now: new Date(now) });
            return {
              session: { ...session, refresh_counter: counter },
              user: await findUser(tx, session.account_id),
            };
          }
          case 'repeat':
            return { session, user: await findUser(tx, session.account_id) };
          case 'expired':
            await deleteSession(tx, session.id);
            return {
              refused: new AuthError('session_expired', 'Your session has expired. Please log in again.'),
            };
          case 'reused':
            await deleteSession(tx, session.id);
            return {
              refused: new AuthError('refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
            };
          case 'unknown':
            return { refused: tokenNotFound() };
        }
      });
      if (outcome.refused) throw outcome.refused;
      return issue(outcome.session, outcome.user);
    },
    identify: async (accessToken) => {
      const claims = await accessTokens.verify(accessToken);
      if (!claims) throw new AuthError('bad_jwt', 'invalid JWT: expired, or not issued by this server');
      const { accountId, sessionId } = claims;
      const user = await findUserIf(db, accountId, sessionExists(accountId, sessionId));
      if (!user) throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist');
      if (!user.holds) {
        throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist');
      }
      return { ...claims, email: user.email };
    },
    end: async (session, scope) => {
      if (scope === 'local') return deleteSession(db, session.sessionId);
      await endAccess(db, session.accountId, {
        cause: 'log-out',
        now: new Date(clock.now()),
        keepSession: scope === 'others' ? session.sessionId : undefined,
      });
    },
  };
}

/**
 * Decides what to do with a refresh token. The active token is rotated. Its parent always gets the active
 * token again, because the response may have been lost or another tab may have been faster. The same goes for
 * any token within the reuse interval after its rotation. An older token means that two clients share it.
 */
function classifyRefresh(
  session: SessionRow,
  counter: number,
  now: number,
): 'rotate' | 'repeat' | 'reused' | 'expired' | 'unknown' {
  if (now - session.refreshed_at.getTime() > SESSION_IDLE_MS) return 'expired';
  if (counter === session.refresh_counter) return 'rotate';
  // A counter from the future: the database was restored from an older backup.
  if (counter > session.refresh_counter) return 'unknown';
  if (counter === session.refresh_counter - 1) return 'repeat';
  const rotation = session.recent_rotations.find((recent) => recent.counter === counter);
  return rotation && now - rotation.at <= REUSE_INTERVAL_MS ? 'repeat' : 'reused';
}

function tokenNotFound(): AuthError {
  return new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
}

/** The client expects status 400 when it refreshes a session that no longer exists. */
function sessionGone(): AuthError {
  return new AuthError('session_not_found', 'Your session has ended. Please log in again.', { status: 400 });
}

/**
 * Checks access tokens for function calls and tables. Returns null for every invalid, expired or revoked
 * token.
 */
export function createAuthenticator(deps: Deps): Authenticate {
  const sessions = createSessions(deps);
  // One client's flood of requests doesn't keep the database from the others.
  const turns = createTurns(CHECKS);
  return async (accessToken) => {
    try {
      return await turns.run(accessToken, () => sessions.identify(accessToken));
    } catch (error) {
      if (error instanceof AuthError) return null;
      throw error;
    }
  };
}

/** Lists the sessions of an account: the current one first, then the most recently used. */
export async function listSessions(db: Db, current: Session): Promise<SessionView[]> {
  const rows = await findSessions(db, current.accountId);
  const views = rows.map((row) => ({
    id: row.id,
    current: row.id === current.sessionId,
    startedAt: row.created_at.toISOString(),
    lastActiveAt: row.refreshed_at.toISOString(),
    userAgent: row.user_agent,
    address: row.address,
  }));
  return views.sort((a, b) => Number(b.current) - Number(a.current));
}
