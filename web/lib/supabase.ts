import type { AuthClient } from '@supabase/auth-js';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { clientConfig } from './config.ts';
import { createSessionFetch } from './session-fetch.ts';

export const AUTH_STORAGE_KEY = 'leadwell-auth';

/**
 * The parts of supabase-js that the page uses. Its other parts, for sockets and files, are most of its size. Like there,
 * `from` sends the session's token, or the publishable key without one.
 */
export interface SupabaseParts {
  auth: InstanceType<typeof AuthClient>;
  from: PostgrestClient['from'];
}

let loading: Promise<SupabaseParts> | undefined;
let retryAfter: number | undefined;
let ticket: string | undefined;

/**
 * Records Retry-After of a 429 and the ticket of a sign-in that waits for its second factor, since the auth
 * client doesn't expose headers and bodies of errors.
 */
export const authFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.status === 403 && response.headers.get('x-sb-error-code') === 'second_factor_needed') {
    const body: unknown = await response.clone().json();
    const { SecondFactorNeeded } = await import('#contract/sign-in.ts');
    ticket = SecondFactorNeeded.parse(body).second_factor.ticket;
  }
  const seconds = Number(response.headers.get('retry-after'));
  retryAfter = response.status === 429 && seconds > 0 ? seconds : undefined;
  return response;
};

const sessionFetch = createSessionFetch({
  fetch: authFetch,
  renew: renewSession,
  // Not awaited: the auth client may wait for this response before it can end the session.
  end: () => void supabase().then(({ auth }) => auth.signOut({ scope: 'local' })),
});

/**
 * Gets a new access token after the server rejected one. If the session was revoked, ends it in this browser
 * and resolves to null.
 */
export async function renewSession(): Promise<string | null> {
  const { auth } = await supabase();
  const { data, error } = await auth.refreshSession();
  // The client would keep a rejected session until its token expires.
  if (error?.status === 400) await auth.signOut({ scope: 'local' });
  return data.session?.access_token ?? null;
}

/** The page's only client, loaded on first use so that signed-out visitors don't download it. */
export function supabase(): Promise<SupabaseParts> {
  loading ??= createParts();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

async function createParts(): Promise<SupabaseParts> {
  const [{ AuthClient }, { PostgrestClient }] = await Promise.all([
    import('@supabase/auth-js'),
    import('@supabase/postgrest-js'),
  ]);
  const { publishableKey } = clientConfig();
  const auth = new AuthClient({
    url: `${location.origin}/auth/v1`,
    // The client replaces "Authorization" in this spelling only.
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: AUTH_STORAGE_KEY,
    detectSessionInUrl: false,
    persistSession: true,
    autoRefreshToken: true,
    fetch: sessionFetch,
  });
  const rest = new PostgrestClient(`${location.origin}/rest/v1`, {
    headers: { apikey: publishableKey },
    async fetch(input, init) {
      const { data } = await auth.getSession();
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${data.session?.access_token ?? publishableKey}`);
      return sessionFetch(input, { ...init, headers });
    },
  });
  return { auth, from: rest.from.bind(rest) };
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

/** Whether a sign-in failed only because it still needs its second factor. */
export function isSecondFactorNeeded(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'second_factor_needed';
}

/** The ticket of the last sign-in that needed a second factor. */
export function lastSecondFactorTicket(): string | undefined {
  return ticket;
}

/** Retry-After of the last response in seconds; undefined unless it was a 429 with that header. */
export function lastRetryAfterSeconds(): number | undefined {
  return retryAfter;
}
