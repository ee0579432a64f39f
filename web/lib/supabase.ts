import type { AuthClient } from '@supabase/auth-js';
import { clientConfig } from './config.ts';
import { createSessionFetch } from './session-fetch.ts';
import { AUTH_STORAGE_KEY, freshSession, hasStoredSession } from './stored-session.ts';

type Auth = InstanceType<typeof AuthClient>;

/** The part of supabase-js that the page uses. Its other parts are most of its size. */
export interface SupabaseParts {
  auth: Auth;
}

let loading: Promise<SupabaseParts> | undefined;
let created: Auth | undefined;
let onCreated: ((auth: Auth) => void) | undefined;
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

/** `fetch` for /auth/v1 that notices sessions which were ended elsewhere. */
const sessionFetch = createSessionFetch({
  fetch: authFetch,
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

/**
 * The access token; undefined without a session. Loads the auth client only if the token has to be renewed: its size is
 * a tenth of a page. Rejects if it can't be renewed now, and the session may go on.
 */
export async function accessToken(): Promise<string | undefined> {
  const fresh = freshSession();
  if (fresh) return fresh.access_token;
  // In a browser that blocks storage, the client has the session in its memory.
  if (!hasStoredSession() && !created) return undefined;
  const { data, error } = await (await supabase()).auth.getSession();
  if (error && hasStoredSession()) throw error;
  return data.session?.access_token;
}

/** The page's only client, loaded on first use. */
export function supabase(): Promise<SupabaseParts> {
  loading ??= createParts();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * Makes a request with the auth client. Resolves to why it failed, null if it didn't. Never rejects, also if the client can't
 * be loaded.
 */
export async function authRequest(request: (auth: Auth) => Promise<{ error: unknown }>): Promise<unknown> {
  try {
    const { auth } = await supabase();
    return (await request(auth)).error;
  } catch (error) {
    return error;
  }
}

/** Gives `use` the auth client as soon as anything has loaded it. */
export function whenAuthLoads(use: (auth: Auth) => void): void {
  if (created) use(created);
  else onCreated = use;
}

/** Makes the auth client, if it is loaded, forget the session and stop renewing it. */
export function forgetSession(): void {
  loading?.then(({ auth }) => auth.signOut({ scope: 'local' })).catch(() => {});
}

async function createParts(): Promise<SupabaseParts> {
  const { AuthClient } = await import('@supabase/auth-js');
  const { publishableKey } = clientConfig();
  created = new AuthClient({
    url: `${location.origin}/auth/v1`,
    // The client replaces "Authorization" in this spelling only.
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: AUTH_STORAGE_KEY,
    detectSessionInUrl: false,
    persistSession: true,
    autoRefreshToken: true,
    fetch: sessionFetch,
  });
  onCreated?.(created);
  return { auth: created };
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
