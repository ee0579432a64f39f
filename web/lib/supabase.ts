import type { SupabaseClient } from '@supabase/supabase-js';

export const AUTH_STORAGE_KEY = 'leadwell-auth';

let loading: Promise<SupabaseClient> | undefined;
let retryAfter: number | undefined;

/** The auth client does not hand on response headers, so the wait of a 429 is noted on its way through. */
const notingRetryAfter: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const seconds = Number(response.headers.get('retry-after'));
  retryAfter = response.status === 429 && seconds > 0 ? seconds : undefined;
  return response;
};

/** The one client of this page. Loaded on first use: a visitor who is not signed in never pays for it. */
export function supabase(): Promise<SupabaseClient> {
  loading ??= Promise.all([import('@supabase/supabase-js'), import('./config.ts')]).then(
    ([{ createClient }, { clientConfig }]) =>
      createClient(location.origin, clientConfig().publishableKey, {
        auth: {
          storageKey: AUTH_STORAGE_KEY,
          detectSessionInUrl: false,
          persistSession: true,
          autoRefreshToken: true,
        },
        global: { fetch: notingRetryAfter },
      }),
  );
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Whether this browser keeps a session, without loading the client. It may turn out to have ended. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(AUTH_STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/**
 * Drops the session this browser keeps, at once, and tells the server without loading the client. Resolves when it was told or
 * could not be.
 */
export async function endStoredSession(): Promise<void> {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(AUTH_STORAGE_KEY);
    localStorage.removeItem(AUTH_STORAGE_KEY);
  } catch {
    // Without storage there is nothing kept to drop.
  }
  try {
    const token: unknown = JSON.parse(kept ?? '{}').access_token;
    if (typeof token !== 'string') return;
    await fetch('/auth/v1/logout?scope=local', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
    });
  } catch {
    // The server ends it by itself once it has been idle long enough.
  }
}

/** Seconds that the last answer told us to wait; undefined when it was no 429 or did not say. */
export function lastRetryAfterSeconds(): number | undefined {
  return retryAfter;
}
