import { type Context, Hono } from 'hono';
import {
  type AuthErrorCode,
  LogoutScope,
  PasswordSignInBody,
  RefreshBody,
  SignUpBody,
  UpdateUserBody,
} from '#contract/auth.ts';
import type { Deps } from '../deps.ts';
import { parseInput } from '../http/bind.ts';
import type { AppEnv, Session } from '../http/context.ts';
import { limitBody, readJsonObject } from '../http/json-body.ts';
import { bearerToken } from '../http/session.ts';
import { createCredentials } from './credentials.ts';
import { AuthError, answerAuthError } from './error.ts';
import { createSessions } from './sessions.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Calls of the protocol that send or read codes by mail: said to be missing rather than unknown. */
const NOT_YET: Record<string, [code: AuthErrorCode, message: string]> = {
  '/recover': ['email_provider_disabled', 'Resetting a password by email is not available yet.'],
  '/resend': ['email_provider_disabled', 'Confirmation emails are not available yet.'],
  '/otp': ['otp_disabled', 'Signing in with a code or link is not available yet.'],
  '/verify': ['otp_disabled', 'Signing in with a code or link is not available yet.'],
};

/** Mounts /auth/v1: what supabase-js asks of its auth server, with that server's errors. */
export function mountAuth(app: Hono<AppEnv>, deps: Deps): void {
  const sessions = createSessions(deps);
  const credentials = createCredentials(deps, sessions);
  const auth = new Hono<AppEnv>();
  auth.onError(answerAuthError);
  auth.use(limitBody(MAX_BODY_BYTES));
  auth.use(async (context, next) => {
    await next();
    // Tokens must not stay in any cache on the way (RFC 6749 §5.1).
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store');
  });

  const requireSession = (context: Context<AppEnv>): Promise<Session> => {
    const token = bearerToken(context, deps.config.PUBLISHABLE_KEY);
    if (!token) throw new AuthError('no_authorization', 'This endpoint requires a valid Bearer token');
    return sessions.identify(token);
  };

  auth.get('/.well-known/jwks.json', (context) => {
    context.header('Cache-Control', 'public, max-age=600');
    return context.json(sessions.jwks);
  });
  auth.post('/signup', async (context) => {
    const body = await readJsonObject(context);
    refuseOtherSignUps(body);
    return context.json(await credentials.signUp(parseInput(SignUpBody, body), context.get('clientAddress')));
  });
  auth.post('/token', async (context) => {
    const grant = context.req.query('grant_type');
    if (grant === 'password') {
      const body = parseInput(PasswordSignInBody, await readJsonObject(context));
      return context.json(await credentials.signIn(body, context.get('clientAddress')));
    }
    if (grant === 'refresh_token') {
      const body = parseInput(RefreshBody, await readJsonObject(context));
      return context.json(await sessions.refresh(body.refresh_token));
    }
    throw new AuthError('validation_failed', 'grant_type must be password or refresh_token');
  });
  auth.get('/user', async (context) =>
    context.json(await credentials.readUser(await requireSession(context))),
  );
  auth.put('/user', async (context) => {
    const session = await requireSession(context);
    const body = await readJsonObject(context);
    refuseAddressChange(body, session.email);
    return context.json(await credentials.updateUser(session, parseInput(UpdateUserBody, body)));
  });
  auth.post('/logout', async (context) => {
    const session = await requireSession(context);
    await sessions.end(session, parseInput(LogoutScope, context.req.query('scope') ?? 'global'));
    return context.body(null, 204);
  });
  for (const [path, [code, message]] of Object.entries(NOT_YET)) {
    auth.post(path, () => {
      throw new AuthError(code, message);
    });
  }
  auth.all('/*', () => {
    throw new AuthError('not_found', 'There is nothing here.');
  });
  app.route('/auth/v1', auth);
}

/** Sign-ups the protocol knows and this server does not have: without an address, or by phone. */
function refuseOtherSignUps({ email, phone, password, data }: Readonly<Record<string, unknown>>): void {
  if (email !== undefined) return;
  if (phone) throw new AuthError('phone_provider_disabled', 'Phone signups are disabled');
  if (password === undefined && data !== undefined) {
    throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
}

function refuseAddressChange(body: Readonly<Record<string, unknown>>, email: string): void {
  if (body.email !== undefined && body.email !== null && body.email !== email) {
    throw new AuthError('validation_failed', 'The email address of an account cannot be changed.');
  }
  if (body.phone) throw new AuthError('validation_failed', 'A phone number is kept in data.phoneNumber.');
}
