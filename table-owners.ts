import type { Tables } from './server/platform/database/tables.ts';

const EMAIL_FINDER = 'tools/email-finder/server';
const COMPANY_TO_DOMAIN = 'tools/company-to-domain/server';

/**
 * The folder that owns each table. Only its files can use the table in SQL, which table-owners.test.ts
 * checks.
 */
export const TABLE_OWNERS: Readonly<Record<keyof Tables, string>> = {
  accounts: 'server/accounts',
  sessions: 'server/auth',
  one_time_tokens: 'server/auth',
  identities: 'server/auth',
  openid_flows: 'server/auth',
  second_factors: 'server/auth',
  recovery_codes: 'server/auth',
  second_factor_tickets: 'server/auth',
  former_emails: 'server/accounts',
  trial_claims: 'server/accounts',
  known_addresses: 'server/auth',
  known_browsers: 'server/auth',
  due_mails: 'server/auth',
  auth_secret: 'server/platform/database',
  rate_limits: 'server/http',
  tasks: 'server/tasks',
  task_lists: 'server/tasks',
  account_storage: 'server/tasks',
  task_items: 'server/tasks',
  task_search_texts: 'server/tasks',
  task_days: 'server/tasks',
  workers: 'server/tasks',
  api_keys: 'server/api-keys',
  oauth_clients: 'server/oauth',
  oauth_codes: 'server/oauth',
  oauth_grants: 'server/oauth',
  credit_entries: 'server/credits',
  charged_items: 'server/credits',
  credit_lines: 'server/credits',
  credit_quarters: 'server/credits',
  idempotency_keys: 'server/idempotency',
  webhook_endpoints: 'server/webhooks',
  webhook_start_keys: 'server/webhooks',
  webhook_events: 'server/webhooks',
  webhook_deliveries: 'server/webhooks',
  webhook_tries: 'server/webhooks',
  schedules: 'server/schedules',
  schedule_runs: 'server/schedules',
  schedule_prints: 'server/schedules',
  schedule_changes: 'server/schedules',
  given_addresses: 'server/bounce-data',
  bounced_addresses: 'server/bounce-data',
  bounce_domains: 'server/bounce-data',
  bounce_events: 'server/bounce-data',
  bounce_days: 'server/bounce-data',
  bounce_inboxes: 'server/bounce-data',
  orders: 'server/payments',
  entitlements: 'server/payments',
  user_payments: 'server/payments',
  payment_events: 'server/payments',
  devices: 'server/device-tokens',
  lists: 'server/lists',
  list_rows: 'server/lists',
  list_row_keys: 'server/lists',
  list_cells: 'server/lists',
  list_history: 'server/lists',
  list_history_sizes: 'server/lists',
  list_removals: 'server/lists',
  removed_list_rows: 'server/lists',
  list_inboxes: 'server/list-inboxes',
  list_messages: 'server/list-inboxes',
  list_recipes: 'server/lists',
  list_runs: 'server/lists',
  list_exports: 'server/lists',
  step_secrets: 'server/lists',
  ai_keys: 'server/lists',
  list_wrong_answers: 'server/lists',
  list_imports: 'server/lists',
  lead_saves: 'server/lists',
  activation_codes: 'server/payments',
  test_sessions: 'server/payments',
  test_subscriptions: 'server/payments',
  lead_exports: 'server/leads',
  exported_leads: 'server/leads',
  task_files: EMAIL_FINDER,
  task_file_parts: EMAIL_FINDER,
  own_lists: 'server/tasks',
  own_list_rows: 'server/tasks',
  email_addresses: EMAIL_FINDER,
  email_domains: EMAIL_FINDER,
  email_learned_domains: EMAIL_FINDER,
  email_patterns: EMAIL_FINDER,
  email_second_tries: EMAIL_FINDER,
  mail_reach: EMAIL_FINDER,
  people_runs: 'server/people-orders',
  people_run_chunks: 'server/people-orders',
  industry_tags: 'server/people-orders',
  companies: COMPANY_TO_DOMAIN,
  company_logos: COMPANY_TO_DOMAIN,
  opt_outs: 'server/opt-outs',
  opt_out_sweeps: 'server/opt-outs',
  last_backup: 'server/backups',
  admin_log: 'server/admin',
};

/** A use of a table outside its owner's folder. */
export interface ForeignTable {
  file: string;
  line: number;
  table: string;
  owner: string;
}

const TABLES = Object.keys(TABLE_OWNERS).join('|');
/** Comments. Their line breaks are kept, so that line numbers stay correct. */
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}()])\/\/.*$/gm;
/** `selectFrom('tasks as t')`, `innerJoin(['tasks', 'accounts'], ...)`, `sql.table('tasks')`. */
const KYSELY = new RegExp(
  '(?:\\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|' +
    '(?:inner|left|right|full|cross)Join(?:Lateral)?)|\\bsql\\.(?:table|ref|id))' +
    '\\s*\\(\\s*\\[?((?:\\s*[\'"`][\\w. ]+[\'"`]\\s*,?)+)',
  'g',
);
/**
 * `from: 'tasks'` in a RestTable and `table: 'tasks'` in personal data, which other folders use to read the
 * table.
 */
const DECLARED = /\b(?:from|table): ['"](\w+)['"]/g;
const NAMED = `(?:only\\s+)?(?:"?public"?\\.)?"?(${TABLES})"?(?![\\w.:(])`;
/** `from tasks`, `update only "tasks"`, `join public.tasks` in SQL text. */
const RAW = new RegExp(`\\b(?:from|join|into|update|using|truncate|table)\\s+${NAMED}`, 'gi');
/** `from tasks t, accounts a`: the tables after a comma. */
const RAW_LIST = new RegExp(`\\bfrom\\s+[\\w\\s".,]*?,\\s*${NAMED}`, 'gi');

/**
 * Finds tables used outside their owner's folder. `sources` has the text of each file by its path with `/`.
 * Finds both Kysely calls and raw SQL, and ignores comments.
 */
export function foreignTables(sources: ReadonlyMap<string, string>): ForeignTable[] {
  const found: ForeignTable[] = [];
  for (const [file, source] of sources) {
    const text = source.replace(COMMENTS, (comment) => comment.replace(/[^\n]/g, ' '));
    const named: { table: string; index: number }[] = [];
    for (const { 1: list = '', index } of text.matchAll(KYSELY))
      for (const [, name = ''] of list.matchAll(/['"`](\w+)(?=['"` ])/g))
        named.push({ table: name, index: index });
    for (const pattern of [DECLARED, RAW, RAW_LIST])
      for (const { 1: name = '', index } of text.matchAll(pattern))
        named.push({ table: name.toLowerCase(), index: index });
    for (const { table, index } of named) {
      const owner = (TABLE_OWNERS as Readonly<Record<string, string>>)[table];
      if (owner === undefined || file.startsWith(`${owner}/`)) continue;
      found.push({ file, line: text.slice(0, index).split('\n').length, table, owner });
    }
  }
  return found;
}
