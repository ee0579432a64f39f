import { type Context, Hono } from 'hono';
import {
  LogoutScope,
  OtpBody,
  PasswordSignInBody,
  RecoverBody,
  RefreshBody,
  ResendBody,
  SignUpBody,
  UpdateUserBody,
  VerifyBody,
} from '#contract/auth.ts';
import { CALLS } from '#contract/calls.ts';
import { SecondFactorBody } from '#contract/sign-in.ts';
import type { Deps } from '../deps.ts';
import { type Binder, parseInput } from '../http/bind.ts';
import { type AppEnv, bearerToken, type Session } from '../http/context.ts';
import { limitBody, readJsonObject } from '../http/json-body.ts';
import { addressKey } from '../http/rate-limit.ts';
import { refuseNulInUrl } from '../http/storable.ts';
import { createTurns, type TurnRule } from '../platform/turns.ts';
import { createCredentials } from './credentials.ts';
import { createEmailConfirmation } from './email-confirmation.ts';
import { createEmailSignIn } from './email-sign-in.ts';
import { AuthError, authErrorResponse, toCallError, tooManySignIns } from './error.ts';
import { mountOpenId } from './openid/openid-routes.ts';
import { createOpenIdSignIn, type SignInDeps } from './openid/openid-sign-in.ts';
import { createOwnerProof } from './owner-proof.ts';
import { createSecondFactor } from './second-factor/second-factor.ts';
import { createSecondFactorSignIn } from './second-factor/second-factor-sign-in.ts';
import { type Client, createSessions, listSessions } from './sessions.ts';
import { disconnectProvider, viewSignInMethods } from './sign-in-methods.ts';
import { deleteOwnSession } from './store.ts';

const MAX_BODY_BYTES = 64 * 1024;
/** Sign-ups and password sign-ins of one process. */
const SIGN_INS: TurnRule = { atOnce: 8, of: 'all', maxWaiting: 2000, refused: tooManySignIns };
const MAX_USER_AGENT_CHARS = 300;

/** Mounts /auth/v1, which follows the protocol and errors of Supabase Auth. */
export function mountAuth(app: Hono<AppEnv>, deps: SignInDeps): void {
  const sessions = createSessions(deps);
  const credentials = createCredentials(deps, sessions);
  const emailSignIn = createEmailSignIn(deps, sessions);
  const secondFactor = createSecondFactorSignIn(deps, sessions);
  const openId = createOpenIdSignIn(deps, sessions, createOwnerProof(deps));
  const auth = new Hono<AppEnv>();
  auth.onError(authErrorResponse);
  auth.use(refuseNulInUrl);
  auth.use(limitBody(MAX_BODY_BYTES));
  auth.use(async (context, next) => {
    await next();
    // Responses with tokens must not be cached (RFC 6749 §5.1).
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store');
  });

  const requireSession = (context: Context<AppEnv>): Promise<Session> => {
    const token = bearerToken(context, deps.config.PUBLISHABLE_KEY);
    if (!token) throw new AuthError('no_authorization', 'This endpoint requires a valid Bearer token');
    return sessions.identify(token);
  };

  // Client addresses take turns, so that one's flood doesn't keep the database from the others.
  const turns = createTurns(SIGN_INS);
  const inTurn = <T>(context: Context<AppEnv>, work: (client: Client) => Promise<T>): Promise<T> => {
    const client = requestClient(context);
    return turns.run(addressKey(client.address), () => work(client));
  };

  auth.get('/.well-known/jwks.json', (context) => {
    context.header('Cache-Control', 'public, max-age=600');
    return context.json(sessions.jwks);
  });
  auth.post('/signup', async (context) => {
    const body = await readJsonObject(context);
    refuseUnsupportedSignUp(body);
    const input = parseInput(SignUpBody, body);
    return context.json(await inTurn(context, (client) => credentials.signUp(input, client)));
  });
  auth.post('/token', async (context) => {
    const grant = context.req.query('grant_type');
    if (grant === 'password') {
      const body = parseInput(PasswordSignInBody, await readJsonObject(context));
      return context.json(await inTurn(context, (client) => credentials.signIn(body, client)));
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
    if (body.phone) throw new AuthError('validation_failed', 'Send the phone number as data.phoneNumber.');
    return context.json(await credentials.updateUser(session, parseInput(UpdateUserBody, body)));
  });
  auth.post('/logout', async (context) => {
    const session = await requireSession(context);
    await sessions.end(session, parseInput(LogoutScope, context.req.query('scope') ?? 'global'));
    return context.body(null, 204);
  });
  auth.post('/recover', async (context) => {
    const { email } = parseInput(RecoverBody, await readJsonObject(context));
    await emailSignIn.recover(email, context.get('clientAddress'));
    return context.json({});
  });
  auth.post('/otp', async (context) => {
    const body = await readJsonObject(context);
    refusePhone(body);
    await emailSignIn.sendSignIn(parseInput(OtpBody, body), context.get('clientAddress'));
    return context.json({});
  });
  auth.post('/resend', async (context) => {
    const body = await readJsonObject(context);
    refusePhone(body);
    await emailSignIn.resend(parseInput(ResendBody, body), context.get('clientAddress'));
    return context.json({});
  });
  auth.post('/verify', async (context) => {
    const body = await readJsonObject(context);
    refusePhone(body);
    return context.json(await emailSignIn.verify(parseInput(VerifyBody, body), requestClient(context)));
  });
  auth.post('/second-factor', async (context) => {
    const body = parseInput(SecondFactorBody, await readJsonObject(context));
    return context.json(await inTurn(context, (client) => secondFactor.finish(body, client)));
  });
  mountOpenId(auth, deps, { openId, requireSession, requestClient });
  auth.all('/*', () => {
    throw new AuthError('not_found', 'This endpoint does not exist.');
  });
  app.route('/auth/v1', auth);
}

/** Rejects the anonymous and phone sign-ups of the protocol, which this server doesn't support. */
function refuseUnsupportedSignUp({ email, phone, password, data }: Readonly<Record<string, unknown>>): void {
  if (email !== undefined) return;
  if (phone) throw new AuthError('phone_provider_disabled', 'Phone signups are disabled');
  if (password === undefined && data !== undefined) {
    throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
}

function refusePhone({ email, phone }: Readonly<Record<string, unknown>>): void {
  if (email === undefined && phone)
    throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
}

function requestClient(context: Context<AppEnv>): Client {
  const userAgent = context.req.header('user-agent')?.slice(0, MAX_USER_AGENT_CHARS) ?? null;
  return { address: context.get('clientAddress'), userAgent };
}

/** Mounts the calls for sessions and email confirmation that are not part of the Supabase protocol. */
export function mountAuthCalls(binder: Binder, deps: Deps): void {
  const { db } = deps.database;
  const confirmation = createEmailConfirmation(deps);
  const owner = createOwnerProof(deps);
  const secondFactor = createSecondFactor(deps, owner);
  /** Errors of /auth/v1 as errors of function calls. */
  const asCall = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw toCallError(error);
    });
  binder.signedIn(CALLS.sessions, async ({ session }) => ({ sessions: await listSessions(db, session) }));
  binder.signedIn(CALLS.endSession, async ({ session, input }) => {
    await deleteOwnSession(db, session.accountId, input.id);
    return {};
  });
  binder.signedIn(CALLS.sendConfirmation, async ({ session }) => {
    await confirmation.send(session);
    return {};
  });
  binder.signedIn(CALLS.confirmEmail, ({ session, input }) => confirmation.confirm(session, input.code));
  binder.signedIn(CALLS.signInMethods, ({ session }) => viewSignInMethods(deps, owner, session));
  binder.signedIn(CALLS.disconnectProvider, async ({ session, input }) => {
    await asCall(disconnectProvider(deps, owner, session, input));
    return {};
  });
  binder.signedIn(CALLS.twoFactorSetup, ({ session, input }) =>
    asCall(secondFactor.setUp(session, input.currentPassword)),
  );
  binder.signedIn(CALLS.twoFactorEnable, async ({ session, input }) => ({
    recoveryCodes: await secondFactor.enable(session, input.code),
  }));
  binder.signedIn(CALLS.recoveryCodes, async ({ session, input }) => ({
    recoveryCodes: await asCall(secondFactor.renewCodes(session, input)),
  }));
  binder.signedIn(CALLS.twoFactorDisable, async ({ session, input }) => {
    await asCall(secondFactor.disable(session, input));
    return {};
  });
}
