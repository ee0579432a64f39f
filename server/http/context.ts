import type { HttpBindings } from '@hono/node-server';
import type { Log } from '../platform/log.ts';

/** Who is signed in on a request. */
export interface Session {
  accountId: string;
  sessionId: string;
  email: string;
}

/** What every handler finds on its Hono context. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; log: Log; clientAddress: string; callSession: Session | null };
}

/** Checks an access token (signature, expiry, session not ended). null: not a valid session. Supplied by auth. */
export type Authenticate = (accessToken: string) => Promise<Session | null>;
