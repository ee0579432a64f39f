import type { Context } from 'hono';
import type { AppEnv, Authenticate, Session } from './context.ts';

/**
 * The bearer token of a request, or null. supabase-js sends the publishable key as the token of anonymous
 * requests.
 */
export function bearerToken(context: Context<AppEnv>, publishableKey: string): string | null {
  const match = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '');
  const token = match?.[1];
  return token && token !== publishableKey ? token : null;
}

/** The session of a request; null if the request is anonymous or its token invalid. */
export async function requestSession(
  context: Context<AppEnv>,
  publishableKey: string,
  authenticate: Authenticate,
): Promise<Session | null> {
  const token = bearerToken(context, publishableKey);
  return token ? authenticate(token, context) : null;
}
