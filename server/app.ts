import { Hono } from 'hono';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { SERVER_TOOLS } from '#tools/index/server-tools.ts';
import { accountClosing } from './account-closing.ts';
import { mountAccountData } from './account-data/routes.ts';
import { mountAccounts } from './accounts/routes.ts';
import { usersTable } from './accounts/users-table.ts';
import { mountAdmin } from './admin/routes.ts';
import { acceptApiKeys } from './api-keys/authenticate.ts';
import { mountApiKeys } from './api-keys/routes.ts';
import { mountApiPage } from './api-page.ts';
import { requireLiveSession } from './auth/live-session.ts';
import { mountAuth, mountAuthCalls } from './auth/routes.ts';
import { createAuthenticator } from './auth/sessions.ts';
import { mountBounces } from './bounces/routes.ts';
import { mountCredits } from './credits/routes.ts';
import { mountDevices } from './devices/routes.ts';
import { mountExtensions } from './extensions/routes.ts';
import { mountHealth } from './health.ts';
import { whileAvailable } from './http/availability.ts';
import { createBinder } from './http/bind.ts';
import type { AppEnv } from './http/context.ts';
import { openCors } from './http/cors.ts';
import { errorResponse } from './http/errors.ts';
import { createOpenCalls } from './http/open-calls.ts';
import { beginRequest } from './http/request.ts';
import { countRequests } from './http/request-metrics.ts';
import { securityHeaders } from './http/security-headers.ts';
import { refuseNulInUrl } from './http/storable.ts';
import { mountUnknownCalls } from './http/unknown-calls.ts';
import { routedPath } from './http/versioned-path.ts';
import { EXPORT_LABELS } from './leads/databases.ts';
import { mountLeads } from './leads/routes.ts';
import { withListKeys } from './lists/exclusions/lead-search-lists.ts';
import { mountInbox } from './lists/inbox/mount-inbox.ts';
import { listsOfTasks } from './lists/lists-of-tasks.ts';
import { prepareSave, prepareSaveAgain } from './lists/prepare-save.ts';
import { mountLists } from './lists/routes.ts';
import { mountMcp } from './mcp/routes.ts';
import { mountMetrics } from './metrics/routes.ts';
import { mountOauth } from './oauth/routes.ts';
import { mountStatus } from './operator/status/routes.ts';
import { paymentAvailability } from './payments/payment-availability.ts';
import { mountPayments } from './payments/routes.ts';
import { canStartTrial } from './payments/trial.ts';
import { explainTrialDenial } from './payments/trial-denial.ts';
import { userPaymentsTable } from './payments/user-payments-table.ts';
import { mountPeopleOrders } from './people-orders/routes.ts';
import { PERSON_PARTS } from './person-parts.ts';
import { mountPersonRights } from './person-rights/routes.ts';
import { PRODUCTS } from './products.ts';
import { mountRest } from './rest/routes.ts';
import type { RestTable } from './rest/table.ts';
import { mountSchedules } from './schedules/routes.ts';
import type { ServerDeps } from './server-deps.ts';
import { runningTasks } from './tasks/own-tasks.ts';
import { mountTasks } from './tasks/routes.ts';
import { taskCount, taskNames, toolLabels } from './tasks/task-list.ts';
import { tasksTable } from './tasks/tasks-table.ts';
import { createClientConfig, mountWebClient } from './web-client.ts';
import { mountWebhooks } from './webhooks/routes.ts';

/** The tables of /rest/v1. */
export function restTables(deps: ServerDeps): readonly RestTable[] {
  return [tasksTable(deps), usersTable(deps), userPaymentsTable];
}

/** Creates the app with every call mounted. It opens no port, so tests can use `app.request()`. */
export function createApp(deps: ServerDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ getPath: routedPath });
  app.use(
    beginRequest(deps.log, {
      proxies: deps.config.TRUST_PROXY,
      clock: deps.clock,
      operatorEmail: deps.config.OPERATOR_EMAIL,
      dataKey: deps.secrets.dataKey,
    }),
  );
  app.use(countRequests());
  app.use(securityHeaders({ tutorialsPlaylist: deps.config.TUTORIALS_PLAYLIST }));
  app.use('/auth/v1/*', openCors);
  app.use('/rest/v1/*', openCors);
  app.use('/functions/v1/*', openCors);
  app.use('/functions/v1/*', refuseNulInUrl);
  for (const path of ['/auth/v1/*', '/rest/v1/*', '/functions/v1/*', '/webhooks/*', '/oauth/*', '/in/*'])
    app.use(path, whileAvailable(deps.availability, [CALLS.adminStatus.path]));
  app.onError(async (error, context) => {
    const { callSession } = context.var;
    // If it can't be explained, because the database is gone, the refusal is still right.
    const explained = await explainTrialDenial(deps, error, callSession).catch(() => error);
    return errorResponse(explained, context);
  });
  mountHealth(app, deps);
  mountMetrics(app, deps);

  const authenticate = acceptApiKeys(deps, createAuthenticator(deps));
  const openCalls = createOpenCalls();
  const binder = createBinder(app, {
    publishableKey: deps.config.PUBLISHABLE_KEY,
    authenticate,
    childRunner: deps.childRunner,
    openCalls,
  });
  binder.public(CALLS.missingPage, async ({ input, context }) => {
    const { path } = input;
    context
      .get('failures')
      .write(context.get('log'), 'warn', `missing page ${path}`, { missing_page: path }, 'page not found');
    return {};
  });

  mountAuth(app, deps);
  mountAuthCalls(binder, deps);
  mountApiKeys(binder, deps, requireLiveSession);
  mountOauth(app, binder, deps, requireLiveSession);
  mountWebhooks(binder, { ...deps, runningTasks }, requireLiveSession);
  const availability = paymentAvailability(deps);
  mountAccounts(binder, deps, {
    tasks: taskCount,
    trialAvailable: (account) => canStartTrial(deps, account),
  });
  mountAccountData(binder, deps, accountClosing(deps));
  mountTasks(binder, deps, {
    prepareSave: (accountId, task, saveTo) => prepareSave(deps, accountId, task, saveTo),
    prepareSaveAgain: (earlier, list) => prepareSaveAgain(deps, earlier, list),
  });
  mountPayments(app, binder, deps, { availability, products: PRODUCTS });
  mountPeopleOrders(binder, deps, { availability });
  mountLeads(binder, deps, {
    withListKeys: (accountId, filters) => withListKeys(deps, accountId, filters),
  });
  for (const tool of SERVER_TOOLS) tool.mount?.(binder, deps);
  mountCredits(binder, deps, {
    kinds: new Map([...toolLabels(deps.taskTools), ...EXPORT_LABELS]),
    taskNames: (taskIds) => taskNames(deps.database.db, taskIds),
    listsOfTasks: (taskIds) => listsOfTasks(deps.database.db, taskIds),
  });
  mountExtensions(app, binder, deps);
  mountDevices(binder, deps);
  mountLists(binder, deps);
  mountInbox(app, binder, deps, { authenticate, requireLive: requireLiveSession });
  mountSchedules(binder, deps);
  mountBounces(app, binder, deps);
  mountAdmin(binder, deps);
  mountPersonRights(binder, deps, PERSON_PARTS);
  mountStatus(binder, deps, authenticate);
  mountRest(app, deps, {
    authenticate,
    openCalls,
    tables: restTables(deps),
  });

  mountMcp(app, deps, authenticate);
  mountUnknownCalls(app, deps.publicUrl);
  mountApiPage(app, deps.publicUrl);
  mountWebClient(app, createClientConfig(deps.config), { publicUrl: deps.publicUrl });
  app.notFound((context) => errorResponse(new CallError('not_found'), context));
  return app;
}
