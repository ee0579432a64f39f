import type { HttpBindings } from '@hono/node-server';
import type { Log } from '../platform/log.ts';

/** The session of a signed-in request. */
export interface Session {
  accountId: string;
  sessionId: string;
  email: string;
}

/** The Hono context of every handler. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; log: Log; clientAddress: string; callSession: Session | null };
}

/**
 * Verifies an access token: signature, expiry and session. Returns null if it isn't valid. Provided by auth.
 */
export type Authenticate = (accessToken: string) => Promise<Session | null>;
