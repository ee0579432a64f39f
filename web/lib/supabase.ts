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

/** Seconds that the last answer told us to wait; undefined when it was no 429 or did not say. */
export function lastRetryAfterSeconds(): number | undefined {
  return retryAfter;
}
