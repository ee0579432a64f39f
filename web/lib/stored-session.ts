import type { Session } from '@supabase/auth-js';

export const AUTH_STORAGE_KEY = 'leadwell-auth';

/** The auth client renews a session this long before its token expires (EXPIRY_MARGIN_MS of auth-js). */
const RENEWAL_MARGIN_MS = 90_000;

/** A stored session. `renewAt`: when its token has to be renewed, in ms since the epoch. */
export interface StoredSession extends Pick<Session, 'access_token' | 'user'> {
  renewAt: number;
}

/**
 * The session that the auth client stored in this browser, without loading the client. null if there is none, or if only
 * the client can use it because its token has to be renewed. It may have been ended on the server.
 */
export function freshSession(now = Date.now()): StoredSession | null {
  const stored = storedSession();
  return stored && stored.renewAt > now ? stored : null;
}

/** The stored session like `freshSession`, also if its token has to be renewed. */
export function storedSession(): StoredSession | null {
  try {
    const stored: Partial<Session> | null = JSON.parse(localStorage.getItem(AUTH_STORAGE_KEY) ?? 'null');
    const { access_token, expires_at, user } = stored ?? {};
    if (typeof access_token !== 'string' || typeof expires_at !== 'number') return null;
    if (typeof user?.id !== 'string' || !user.user_metadata) return null;
    return { access_token, user, renewAt: expires_at * 1000 - RENEWAL_MARGIN_MS };
  } catch {
    // Blocked storage, or not what the client writes.
    return null;
  }
}

/**
 * The session that the page goes on with after the auth client reports one, or none. The client also reports none if it
 * couldn't renew the session without a connection; it keeps that one in the storage and tries again. `ended`: the client
 * ended the session.
 */
export function sessionToKeep(
  reported: Pick<Session, 'user'> | null,
  ended: boolean,
): Pick<Session, 'user'> | null {
  return reported ?? (ended ? null : storedSession());
}

/** Whether this browser has a stored session, without loading the client. The session may have expired. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(AUTH_STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/**
 * Removes the stored session at once and ends it on the server, without loading the client. Never rejects;
 * resolves once the server has answered or failed.
 */
export async function endStoredSession(): Promise<void> {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(AUTH_STORAGE_KEY);
    localStorage.removeItem(AUTH_STORAGE_KEY);
  } catch {
    // No storage, so no session to remove.
  }
  try {
    const token: unknown = JSON.parse(stored ?? '{}').access_token;
    if (typeof token !== 'string') return;
    await fetch('/auth/v1/logout?scope=local', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
    });
  } catch {
    // The session times out on the server.
  }
}
