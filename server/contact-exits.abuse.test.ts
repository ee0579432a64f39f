import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepStoredRows } from './account-data/opt-out-sweep.ts';
import { restTables } from './app.ts';
import { send } from './auth/test-requests.ts';
import { mountedCalls } from './http/test-mounted-calls.ts';
import { GIVEN_OUT, OPT_OUTS, openPlanted, type Planted, STAYS } from './test-planted-people.ts';

/**
 * What each call gives out. A new call needs a line here, so that someone decides whether its answer can have contacts.
 * `none`: it can't, beyond what the caller typed. Any other value gets the answer of an account with planted people
 * who opted out, where none of them may be.
 */
type Answer = 'none' | ((planted: Planted) => Promise<string>);

const start = (planted: Planted, type: string): Promise<string> => planted.result(type);
const lead = (planted: Planted) => planted.leads();
const EXITS: Readonly<Record<string, Answer>> = {
  'account-analytics': 'none',
  'account-delete': 'none',
  'account-export': (planted) => planted.get('account-export'),
  account: 'none',
  'activation-code-rotate': 'none',
  'activation-code': 'none',
  'admin-info': 'none',
  // Accounts, and hosts of sites.
  'admin-status': 'none',
  // Accounts, which aren't contacts.
  'admin-users': 'none',
  // What is stored about one person, also someone on the list, for the operator who answers the person.
  'admin-person-report': 'none',
  // Counts.
  'admin-person-erase': 'none',
  'admin-prefill': 'none',
  'admin-upgrade-account': 'none',
  'admin-upgrade-directly': 'none',
  'ai-key': 'none',
  'ai-key-delete': 'none',
  'ai-key-save': 'none',
  'api-keys': 'none',
  'apollo-lead-export': lead,
  // Its file is `people-file`.
  'apollo-scraper': 'none',
  balance: 'none',
  'billing-portal': 'none',
  billing: 'none',
  // Counts.
  'bounce-reports': 'none',
  'bounce-settings': 'none',
  bounces: 'none',
  'bulk-sync-payments': 'none',
  'change-api-key': 'none',
  'company-logos': (planted) => planted.logos(),
  'company-to-domain': (planted) => start(planted, 'company-to-domain'),
  'confirm-checkout': 'none',
  'confirm-email': 'none',
  'connection-decide': 'none',
  // What the assistant says about itself.
  'connection-request': 'none',
  'create-api-key': 'none',
  'create-stripe-checkout': 'none',
  'credit-history': (planted) => planted.get('credit-history'),
  'credit-history-csv': (planted) => planted.get('credit-history-csv'),
  'csv-extraction': (planted) => start(planted, 'csv-extraction'),
  'device-revoke': 'none',
  devices: 'none',
  'disconnect-provider': 'none',
  'email-known-more': 'none',
  'email-try-again': 'none',
  'end-session': 'none',
  'extension-account': 'none',
  'extension-activate': 'none',
  'extension-disconnect': 'none',
  'extension-download': 'none',
  // It answers with the keys of refused rows, which the extension sent.
  'extension-import': 'none',
  extensions: 'none',
  'leadrocks-lead-export': lead,
  'local-business-export': lead,
  'linkedin-enrichment': (planted) => start(planted, 'linkedin-enrichment'),
  // Counts, and why rows were refused.
  'list-add-rows': 'none',
  'list-ai': 'none',
  'list-cell': (planted) => planted.cells(),
  'list-cell-wrong': 'none',
  'list-change-columns': 'none',
  'list-costs': 'none',
  'list-create': 'none',
  'list-csv': (planted) => planted.eachList('list-csv'),
  'list-delete-rows': 'none',
  'list-delete-view': 'none',
  'list-merge-duplicates': 'none',
  'list-save-view': 'none',
  'list-set-auto-run': 'none',
  'list-set-exclusion': 'none',
  'list-delete': 'none',
  'list-edit': (planted) => planted.editedLists(),
  // Names that the account chose, and counts.
  'list-export-confirm': 'none',
  'list-export-count': 'none',
  'list-export-date': 'none',
  'list-exports': 'none',
  'list-inbox': 'none',
  'list-inbox-create': 'none',
  'list-inbox-delete': 'none',
  'list-inbox-rotate': 'none',
  'list-lead-save': 'none',
  'list-lead-tools': 'none',
  'list-quote': 'none',
  'list-recipe-apply': 'none',
  'list-recipe-delete': 'none',
  'list-recipe-from-list': 'none',
  'list-recipe-save': 'none',
  'list-recipes': 'none',
  'list-rename': 'none',
  'list-run': 'none',
  'list-run-latest': 'none',
  'list-run-quote': 'none',
  'list-run-resume': 'none',
  'list-run-undo': 'none',
  'list-rows': (planted) => planted.eachList('list-rows'),
  // It answers with counts. What it saves is in `list-rows` and `list-csv`.
  'list-save-leads': 'none',
  'list-save-rows': (planted) => planted.savedLists(),
  'list-save-task': (planted) => planted.savedAgain(),
  'list-start': (planted) => planted.startedFromLists(),
  'list-step-delete': 'none',
  'list-step-save': 'none',
  // lists/steps/requests.test.ts asks a service about someone who opted out.
  'list-step-test': 'none',
  'list-undo': (planted) => planted.undoneEdits(),
  lists: (planted) => planted.get('lists'),
  'mail-reach': 'none',
  'mail-settings': 'none',
  'missing-page': 'none',
  'order-receipt': 'none',
  'order-status': 'none',
  'payment-record': 'none',
  'people-file': (planted) => planted.peopleFile(),
  'people-orders': (planted) => planted.get('people-orders'),
  'people-search-preview': 'none',
  'recovery-codes': 'none',
  'revoke-api-key': 'none',
  'sales-navigator-lead-export': lead,
  'save-mail-settings': 'none',
  'schedule-change': 'none',
  'schedule-changes': (planted) => planted.scheduled('schedule-changes'),
  'schedule-create': 'none',
  'schedule-csv': (planted) => planted.scheduled('schedule-csv'),
  'schedule-delete': 'none',
  'schedule-run': 'none',
  'schedule-runs': 'none',
  schedules: 'none',
  'send-confirmation': 'none',
  sessions: 'none',
  'sign-in-methods': 'none',
  'staff-check': 'none',
  'task-cancel': 'none',
  'task-csv': async (planted) =>
    (await planted.eachTask('task-csv')) + (await planted.eachTask('task-csv', { per: 'person' })),
  'task-delete-rows': 'none',
  'task-own-rows': (planted) => planted.eachTask('task-own-rows'),
  'task-rename': 'none',
  'task-repeats': 'none',
  'task-resume': 'none',
  'task-retry': 'none',
  'task-rows': (planted) => planted.eachTask('task-rows'),
  task: (planted) => planted.eachTask('task'),
  tasks: (planted) => planted.get('tasks'),
  'test-billing-act': 'none',
  'test-checkout-act': 'none',
  'test-checkout': 'none',
  'two-factor-disable': 'none',
  'two-factor-enable': 'none',
  'two-factor-setup': 'none',
  'webhook-change': 'none',
  'webhook-create': 'none',
  'webhook-delete': 'none',
  // IDs and counts, and what the server of the account answered.
  'webhook-deliveries': 'none',
  'webhook-replay': 'none',
  'webhook-rotate': 'none',
  'webhook-start-secret': 'none',
  'webhook-test': 'none',
  webhooks: 'none',
  'website-extraction': (planted) => start(planted, 'website-extraction'),
};
const TABLE_EXITS: Readonly<Record<string, Answer>> = {
  tasks: (planted) => planted.table('tasks'),
  user_payments: 'none',
  users: 'none',
};

/** Some of the answers with the planted phone. */
const WITH_PHONES = new Set(['apollo-lead-export', 'list-csv', 'people-file', 'task-csv', 'task-rows']);

let planted: Planted;
beforeAll(async () => {
  planted = await openPlanted();
}, 60_000);
afterAll(() => planted.close());

/** The planted people in a text, in any spelling. */
function leaksIn(text: string): string[] {
  // Digits of a number may have anything between them.
  const lower = text.toLowerCase().replace(/(?<=\d)[ ()/-]+(?=\d)/g, '');
  return OPT_OUTS.flatMap(({ needle }) => (lower.includes(needle) ? [needle] : []));
}

async function everyAnswer(): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [name, answer] of [...Object.entries(EXITS), ...Object.entries(TABLE_EXITS)])
    if (answer !== 'none') answers.set(name, await answer(planted));
  return answers;
}

describe('every way out of the product', () => {
  it('is declared here', async () => {
    expect(mountedCalls(planted.app)).toEqual(Object.keys(EXITS).sort());
    const tables = restTables(planted.deps).map(({ name }) => name);
    expect(tables.sort()).toEqual(Object.keys(TABLE_EXITS).sort());
  });

  it('gives out the planted people until they opt out', async () => {
    for (const [name, text] of await everyAnswer()) {
      if (!GIVEN_OUT.has(name)) continue;
      expect([name, leaksIn(text).length > 0]).toEqual([name, true]);
      if (WITH_PHONES.has(name)) expect(leaksIn(text)).toContain('15155501779');
    }
  });

  it('has none of them from the moment they opt out, and everyone else', async () => {
    await planted.optOut();
    for (const [name, text] of await everyAnswer()) {
      expect([name, leaksIn(text)]).toEqual([name, []]);
      if (GIVEN_OUT.has(name)) expect([name, text.toLowerCase().includes(STAYS)]).toEqual([name, true]);
    }
    const { status } = await send(planted.app, '/functions/v1/extension-import', planted.importRequest());
    expect(status).toBe(200);
    expect(leaksIn(await planted.eachList('list-csv'))).toEqual([]);
  });

  it('has none of them in new results either, which are free', async () => {
    const { charged, text } = await planted.runAgain();
    expect(leaksIn(text)).toEqual([]);
    expect(text).toContain(STAYS);
    // Of the website task: the site whose one contact is left. The site that opted out is free.
    expect(charged).toEqual({
      'website-extraction': 2,
      'csv-extraction': 1,
      'linkedin-enrichment': 1,
      'company-to-domain': 1,
    });
  });

  it('is backed by stored rows without them, counted in the list', async () => {
    expect(leaksIn(await planted.stored())).not.toEqual([]);
    await sweepStoredRows(planted.deps, new AbortController().signal);
    expect(leaksIn(await planted.stored())).toEqual([]);
    expect(await planted.stored()).toContain(STAYS);
    const { lists } = JSON.parse(await planted.get('lists'));
    expect(lists.some(({ optedOut }: { optedOut: number }) => optedOut > 0)).toBe(true);
    expect(await planted.brokenRules()).toEqual([]);
    const before = await planted.stored();
    await sweepStoredRows(planted.deps, new AbortController().signal);
    expect(await planted.stored()).toBe(before);
  });
});
