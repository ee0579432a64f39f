import { Hono } from 'hono';
import { CallError } from '#contract/errors.ts';
import type { Deps } from './deps.ts';
import { createBinder } from './http/bind.ts';
import type { AppEnv } from './http/context.ts';
import { answerError } from './http/errors.ts';
import { beginRequest } from './http/request.ts';
import { securityHeaders } from './http/security-headers.ts';

/** Builds the whole server as a function of its parts: every call mounted, no port opened. Tests use `app.request()`. */
export function createApp(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(beginRequest(deps.log, { trustProxy: deps.config.TRUST_PROXY }));
  app.use(securityHeaders);
  app.onError(answerError);
  app.get('/healthz', (context) => context.json({ ok: true }));
  const binder = createBinder(app, {
    publishableKey: deps.config.PUBLISHABLE_KEY,
    authenticate: async () => null,
  });
  void binder;
  app.notFound(() => {
    throw new CallError('not_found');
  });
  return app;
}
