import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_SCOPES, type ApiScope } from '#contract/api-keys.ts';
import type { Call } from '#contract/call.ts';
import { BOUNCE_CALLS } from '#contract/calls/bounce-calls.ts';
import { CONNECTION_CALLS } from '#contract/calls/connection-calls.ts';
import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import { CALLS } from '#contract/calls.ts';
import { COLLECT_CALLS } from '#contract/collect.ts';
import * as catalog from '#tools/index/definitions.ts';
import { restTables } from '../app.ts';
import { send } from '../auth/test-requests.ts';
import { mountedCalls } from '../http/test-mounted-calls.ts';
import { type KeyBench, type KeyOwner, openKeyBench } from './test-api-keys.ts';

/**
 * Which scope opens which call. A new call needs a line here, so that someone decides whether API keys reach
 * it. Account, billing, keys, devices and admin functions stay `none`. `device`: takes tokens of browser
 * extensions only.
 */
const CALL_SCOPES: Readonly<
  Record<string, ApiScope | 'none' | 'device' | Readonly<Record<string, ApiScope>>>
> = {
  'account-analytics': 'none',
  'account-delete': 'none',
  'account-export': 'none',
  account: 'none',
  'activation-code-rotate': 'none',
  'activation-code': 'none',
  'admin-info': 'none',
  'admin-status': 'none',
  'admin-users': 'none',
  'admin-person-report': 'none',
  'admin-person-erase': 'none',
  'admin-prefill': 'none',
  'admin-upgrade-account': 'none',
  'admin-upgrade-directly': 'none',
  'ai-key': 'none',
  'ai-key-delete': 'none',
  'ai-key-save': 'none',
  'api-keys': 'none',
  'apollo-lead-export': leads(),
  'apollo-scraper': 'none',
  'billing-portal': 'none',
  balance: 'read',
  billing: 'none',
  'bounce-reports': 'none',
  'bounce-settings': 'none',
  bounces: 'bounces',
  'bulk-sync-payments': 'none',
  'change-api-key': 'none',
  'company-logos': 'read',
  'company-to-domain': 'run',
  'confirm-checkout': 'none',
  'confirm-email': 'none',
  'connection-decide': 'none',
  'connection-request': 'none',
  'create-api-key': 'none',
  'create-stripe-checkout': 'none',
  'credit-history': 'none',
  'credit-history-csv': 'none',
  'csv-extraction': 'run',
  'device-revoke': 'none',
  devices: 'none',
  'disconnect-provider': 'none',
  'email-known-more': 'read',
  'email-try-again': 'run',
  'end-session': 'none',
  'extension-account': 'device',
  'extension-activate': 'none',
  'extension-disconnect': 'device',
  'extension-download': 'none',
  'extension-import': 'device',
  extensions: 'none',
  'leadrocks-lead-export': leads(),
  'local-business-export': leads({ map: 'read' }),
  'linkedin-enrichment': 'run',
  'list-add-rows': 'run',
  'list-ai': 'read',
  'list-cell': 'read',
  'list-cell-wrong': 'run',
  'list-change-columns': 'run',
  'list-costs': 'read',
  'list-create': 'run',
  'list-edit': 'run',
  'list-delete-view': 'run',
  'list-merge-duplicates': 'run',
  'list-save-view': 'run',
  'list-set-auto-run': 'run',
  'list-recipe-apply': 'run',
  'list-recipe-delete': 'run',
  'list-recipe-from-list': 'run',
  'list-recipe-save': 'run',
  'list-recipes': 'read',
  'list-set-exclusion': 'run',
  'list-run': 'run',
  'list-run-latest': 'read',
  'list-run-quote': 'read',
  'list-run-resume': 'run',
  'list-run-undo': 'run',
  'list-step-delete': 'run',
  'list-step-save': 'run',
  'list-step-test': 'run',
  'list-undo': 'run',
  'list-csv': 'read',
  'list-export-count': 'read',
  'list-exports': 'read',
  'list-export-confirm': 'read',
  'list-export-date': 'run',
  'list-delete-rows': 'none',
  'list-delete': 'none',
  'list-inbox': 'read',
  'list-inbox-create': 'run',
  'list-inbox-delete': 'run',
  'list-inbox-rotate': 'none',
  'list-lead-save': 'read',
  'list-lead-tools': 'read',
  'list-quote': 'read',
  'list-rename': 'none',
  'list-rows': 'read',
  'list-save-leads': 'export',
  'list-save-rows': 'run',
  'list-save-task': 'run',
  'list-start': 'run',
  lists: 'read',
  'mail-reach': 'read',
  'mail-settings': 'none',
  'missing-page': 'none',
  'order-receipt': 'none',
  'order-status': 'none',
  'payment-record': 'none',
  'people-file': 'none',
  'people-orders': 'none',
  'people-search-preview': 'read',
  'recovery-codes': 'none',
  'revoke-api-key': 'none',
  'sales-navigator-lead-export': leads(),
  'save-mail-settings': 'none',
  'schedule-change': 'run',
  'schedule-changes': 'read',
  'schedule-create': 'run',
  'schedule-csv': 'read',
  'schedule-delete': 'run',
  'schedule-run': 'run',
  'schedule-runs': 'read',
  schedules: 'read',
  'send-confirmation': 'none',
  sessions: 'none',
  'sign-in-methods': 'none',
  'staff-check': 'none',
  'task-cancel': 'run',
  'task-csv': 'read',
  'task-delete-rows': 'none',
  'task-own-rows': 'read',
  'task-rename': 'run',
  'task-repeats': 'read',
  'task-resume': 'run',
  'task-retry': 'run',
  'task-rows': 'read',
  tasks: 'read',
  task: 'read',
  'test-billing-act': 'none',
  'test-checkout-act': 'none',
  'test-checkout': 'none',
  'two-factor-disable': 'none',
  'two-factor-enable': 'none',
  'two-factor-setup': 'none',
  'webhook-change': 'run',
  'webhook-create': 'run',
  'webhook-delete': 'run',
  'webhook-deliveries': 'read',
  'webhook-replay': 'run',
  'webhook-rotate': 'none',
  'webhook-start-secret': 'none',
  'webhook-test': 'run',
  webhooks: 'read',
  'website-extraction': 'run',
};
const TABLE_SCOPES: Readonly<Record<string, ApiScope | 'none'>> = {
  tasks: 'read',
  user_payments: 'none',
  users: 'none',
};

function leads(more: Readonly<Record<string, ApiScope>> = {}): Readonly<Record<string, ApiScope>> {
  return {
    ...more,
    total: 'read',
    suggestions: 'read',
    count: 'read',
    search: 'read',
    quote: 'read',
    export: 'export',
  };
}

let bench: KeyBench;
let owner: KeyOwner;
/** A key with only this scope, or all. */
const keys = new Map<ApiScope | 'all', string>();
beforeAll(async () => {
  // Nothing listens there: a lead search that a key opens fails at once.
  bench = await openKeyBench({ API_REQUESTS_PER_MINUTE: '100000', CLICKHOUSE_URL: 'http://127.0.0.1:1' });
  owner = await bench.owner();
  for (const scope of API_SCOPES) keys.set(scope, (await owner.makeKey({ scopes: [scope] })).key);
  keys.set('all', (await owner.makeKey({ scopes: [...API_SCOPES] })).key);
});
afterAll(() => bench.close());

interface Operation {
  name: string;
  method: string;
  path: string;
}

/** All mounted calls. */
function operations(): Operation[] {
  const calls: Call[] = [
    ...Object.values(CALLS),
    ...Object.values<Call>(SCHEDULE_CALLS),
    ...Object.values<Call>(BOUNCE_CALLS),
    ...Object.values<Call>(WEBHOOK_CALLS),
    ...Object.values<Call>(CONNECTION_CALLS),
    ...Object.values(catalog).flatMap((tool) => Object.values<Call>(tool.calls)),
    ...Object.values(COLLECT_CALLS),
  ];
  expect(mountedCalls(bench.app)).toEqual(calls.map(({ name }) => name).sort());
  return calls;
}

/** Whether the key's scope opens a call. A closed one always answers 403 with the reason `scope`. */
async function opens(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  key: string | undefined,
  body?: unknown,
) {
  const reply = await send(bench.app, path, {
    method,
    token: key ?? '',
    ...(method === 'POST' ? { body: body ?? {} } : {}),
  });
  const text = await reply.text();
  const closed = reply.status === 403 && text.includes('"reason":"scope"');
  // A key is known everywhere, so no call may take it for an anonymous request.
  expect([path, reply.status === 401 || (reply.status === 403 && !closed)]).toEqual([path, false]);
  return !closed;
}

const opened = async (test: (key: string | undefined) => Promise<boolean>): Promise<string[]> => {
  const found: string[] = [];
  for (const [scope, key] of keys) if (await test(key)) found.push(scope);
  return found;
};
const expected = (scope: ApiScope | 'none') => (scope === 'none' ? [] : [scope, 'all']);

describe('an API key', () => {
  it('reaches exactly the calls of its scopes', async () => {
    const all = operations();
    expect(all.map(({ name }) => name).sort()).toEqual(Object.keys(CALL_SCOPES).sort());
    for (const operation of all) {
      const scope = CALL_SCOPES[operation.name] ?? 'none';
      if (scope === 'device') {
        const { method, path } = operation;
        for (const token of keys.values())
          expect(
            (await send(bench.app, path, { method, token, body: method === 'POST' ? {} : undefined })).status,
          ).toBe(401);
        continue;
      }
      if (typeof scope === 'string') {
        const found = await opened((key) => opens(operation, key));
        expect([operation.name, found]).toEqual([operation.name, expected(scope)]);
        continue;
      }
      for (const [action, needed] of Object.entries(scope)) {
        const body = { action, ...(['total', 'suggestions'].includes(action) ? {} : { filters: {} }) };
        const found = await opened((key) => opens(operation, key, body));
        expect([operation.name, action, found]).toEqual([operation.name, action, expected(needed)]);
      }
    }
  });

  it('reads exactly the tables of its scopes, and writes none', async () => {
    const names = restTables(bench.deps).map(({ name }) => name);
    expect([...names].sort()).toEqual(Object.keys(TABLE_SCOPES).sort());
    for (const name of names) {
      const found = await opened(async (key) => {
        const reply = await send(bench.app, `/rest/v1/${name}`, { token: key ?? '' });
        expect([200, 403]).toContain(reply.status);
        return reply.status === 200;
      });
      expect([name, found]).toEqual([name, expected(TABLE_SCOPES[name] ?? 'none')]);
      const write = await send(bench.app, `/rest/v1/${name}?on_conflict=email`, {
        token: keys.get('all') ?? '',
        body: { email: owner.email, name: 'Changed' },
        headers: { prefer: 'resolution=merge-duplicates' },
      });
      expect([name, write.status]).toEqual([name, 403]);
    }
  });

  it('is no session: sign-in, password and profile calls reject it', async () => {
    const key = keys.get('all') ?? '';
    for (const [method, path, body] of [
      ['GET', '/auth/v1/user', undefined],
      ['PUT', '/auth/v1/user', { password: 'another password 1' }],
      ['POST', '/auth/v1/logout', {}],
    ] as const) {
      const reply = await send(bench.app, path, { method, token: key, body });
      expect([path, reply.status]).toEqual([path, 403]);
    }
    expect((await owner.call('account')).status).toBe(200);
  });
});
