import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { OpenIdFinishBody, OpenIdStartBody } from '#contract/sign-in.ts';
import { isLocalOnly } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { parseInput } from '../../http/bind.ts';
import { type AppEnv, bearerToken, type Session } from '../../http/context.ts';
import { readJsonObject } from '../../http/json-body.ts';
import { loopbackOrigin } from '../../http/loopback-origin.ts';
import type { Client } from '../sessions.ts';
import { FLOW_SECONDS, type OpenIdSignIn } from './openid-sign-in.ts';

const COOKIE = 'leadwell_openid';
const PATH = '/auth/v1/openid';

/**
 * Mounts sign-in with Google and Microsoft. The cookie gives no access: it ties a sign-in to the browser that
 * started it, so that one person can't finish their own sign-in in another person's browser.
 */
export function mountOpenId(
  auth: Hono<AppEnv>,
  deps: Pick<Deps, 'config' | 'publicUrl'>,
  parts: {
    openId: OpenIdSignIn;
    requireSession(context: Context<AppEnv>): Promise<Session>;
    requestClient(context: Context<AppEnv>): Client;
  },
): void {
  const { openId, requireSession, requestClient } = parts;
  auth.post('/openid/start', async (context) => {
    const body = parseInput(OpenIdStartBody, await readJsonObject(context));
    const signedIn = bearerToken(context, deps.config.PUBLISHABLE_KEY) !== null;
    const session = body.intent === 'connect' && signedIn ? await requireSession(context) : null;
    // A local server is opened as 127.0.0.1 or localhost, and the cookie belongs to one of them.
    const local = isLocalOnly(deps.config) ? loopbackOrigin(context) : null;
    const origin = local ?? new URL(deps.publicUrl).origin;
    const { url, browserSecret } = await openId.start(body, {
      origin,
      client: requestClient(context),
      session,
    });
    setCookie(context, COOKIE, browserSecret, {
      path: PATH,
      httpOnly: true,
      sameSite: 'Strict',
      secure: origin.startsWith('https:'),
      maxAge: FLOW_SECONDS,
    });
    return context.json({ url });
  });
  auth.post('/openid/finish', async (context) => {
    const body = parseInput(OpenIdFinishBody, await readJsonObject(context));
    const browserSecret = getCookie(context, COOKIE);
    const identify = () => requireSession(context);
    return context.json(
      await openId.finish(body, { browserSecret, client: requestClient(context), identify }),
    );
  });
}
