import { z } from 'zod';
import { ProviderName } from '#contract/sign-in.ts';
import { clientConfig } from './config.ts';
import { accessToken, authFetch, supabase } from './supabase.ts';

/** Our own calls in /auth/v1, which the auth client doesn't know. */
const Failure = z.object({ code: z.string(), message: z.string() });
const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const SignedIn = Tokens.extend({ user: z.object({ email: z.string() }) });
const AtProvider = z.union([z.object({ connected: ProviderName }), Tokens]);

/** The query of the page that a provider returned to. */
export interface ProviderResponse {
  provider: ProviderName;
  state: string;
  code: string;
  iss: string | null;
}

/** A failed call, in the form of the auth client's errors. */
class AuthCallError extends Error {
  override readonly name = 'AuthCallError';
  readonly code: string | undefined;
  /** 0: the server can't be reached */
  readonly status: number;

  constructor(status: number, failure: { code?: string; message: string }) {
    super(failure.message);
    this.status = status;
    this.code = failure.code;
  }
}

/** Posts to /auth/v1, with the session if there is one. Throws AuthCallError. */
export async function postAuth<Reply>(
  path: 'second-factor' | 'openid/start' | 'openid/finish',
  body: object,
  reply: z.ZodType<Reply>,
): Promise<Reply> {
  const { publishableKey } = clientConfig();
  const token = await accessToken();
  let response: Response;
  try {
    response = await authFetch(`/auth/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${token ?? publishableKey}`,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
      },
      body: JSON.stringify(body),
    });
  } catch {
    throw new AuthCallError(0, { message: 'no connection' });
  }
  const content: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new AuthCallError(response.status, Failure.catch({ code: '', message: '' }).parse(content));
  }
  return reply.parse(content);
}

/** Finishes a sign-in that waits for its second factor. Resolves to the email. Throws AuthCallError. */
export async function enterSecondFactor(ticket: string | null, code: string): Promise<string> {
  const session = await postAuth('second-factor', { ticket, code }, SignedIn);
  await adoptSession(session);
  return session.user.email;
}

/**
 * Finishes a sign-in at a provider. Resolves to the provider if it is now connected to the account, else to
 * null. Throws AuthCallError.
 */
export async function finishAtProvider(response: ProviderResponse): Promise<ProviderName | null> {
  const done = await postAuth('openid/finish', response, AtProvider);
  if ('connected' in done) return done.connected;
  await adoptSession(done);
  return null;
}

/** Makes a session of our own calls the session of this browser. */
async function adoptSession(session: z.infer<typeof Tokens>): Promise<void> {
  const { error } = await (await supabase()).auth.setSession(session);
  if (error) throw error;
}
