import { Hono } from 'hono';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { SERVER_TOOLS, TASK_TOOLS, TOOL_SALES } from '#tools/server-tools.ts';
import { mountAccounts } from './accounts/routes.ts';
import { userPaymentsTable } from './accounts/user-payments-table.ts';
import { usersTable } from './accounts/users-table.ts';
import { mountAdmin } from './admin/routes.ts';
import { mountApiPage } from './api-page.ts';
import { mountAuth, mountAuthCalls } from './auth/routes.ts';
import { createAuthenticator } from './auth/sessions.ts';
import { mountCredits } from './credits/routes.ts';
import type { Deps } from './deps.ts';
import { mountHealth } from './health.ts';
import { createBinder } from './http/bind.ts';
import type { AppEnv } from './http/context.ts';
import { openCors } from './http/cors.ts';
import { answerError } from './http/errors.ts';
import { beginRequest } from './http/request.ts';
import { securityHeaders } from './http/security-headers.ts';
import { mountLeads } from './leads/routes.ts';
import { endCheckouts, endPayments } from './payments/billing.ts';
import { paymentParts } from './payments/payment-parts.ts';
import { mountPayments } from './payments/routes.ts';
import { mountRest } from './rest/routes.ts';
import { mountTasks } from './tasks/routes.ts';
import { tasksTable } from './tasks/tasks-table.ts';
import { mountWebClient } from './web-client.ts';

/** Builds the whole server as a function of its parts: every call mounted, no port opened. Tests use `app.request()`. */
export function createApp(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(beginRequest(deps.log, { trustProxy: deps.config.TRUST_PROXY }));
  app.use(securityHeaders);
  app.use('/auth/v1/*', openCors);
  app.use('/rest/v1/*', openCors);
  app.use('/functions/v1/*', openCors);
  app.onError(answerError);
  mountHealth(app, deps);

  const authenticate = createAuthenticator(deps);
  const binder = createBinder(app, { publishableKey: deps.config.PUBLISHABLE_KEY, authenticate });
  binder.public(CALLS.missingPage, async ({ input, context }) => {
    context.get('log').warn({ missing_page: input.path }, 'page not found');
    return {};
  });

  mountAuth(app, deps);
  mountAuthCalls(binder, deps);
  const payments = paymentParts(deps);
  mountAccounts(binder, deps, {
    endPayments: async (accountId) => {
      if (!payments) return;
      // First, so that what was paid while we look is paid back too.
      await endCheckouts(payments, accountId);
      await TOOL_SALES?.refundBeforeDeletion(payments, accountId);
      await endPayments(payments, accountId);
    },
  });
  mountTasks(binder, { ...deps, taskTools: TASK_TOOLS });
  for (const tool of SERVER_TOOLS) tool.mount?.(binder, deps);
  mountPayments(app, binder, deps);
  mountLeads(binder, deps);
  mountCredits(binder, deps);
  mountAdmin(binder, deps);
  mountRest(app, deps, {
    authenticate,
    tables: [tasksTable(deps), usersTable(deps), userPaymentsTable],
  });

  mountApiPage(app, binder.bound, deps.publicUrl);
  mountWebClient(app, {
    publishableKey: deps.config.PUBLISHABLE_KEY,
    landingStatistics: deps.config.LANDING_STATISTICS,
  });
  app.notFound((context) => answerError(new CallError('not_found'), context));
  return app;
}
