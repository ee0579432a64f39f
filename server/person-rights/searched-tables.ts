import type { Tables } from '../platform/database/tables.ts';

/** Where the account and the name of a row are: its own, or those of the row that `by` refers to. */
export interface RowOwner {
  /** the table of the account; without it, the row's own */
  of?: keyof Tables;
  /** the column that refers to `key` of that table */
  by?: string;
  key?: string;
  /** the column with the account; null: the row belongs to no account */
  account: string | null;
  /** the column with a name that the operator and the account know */
  name?: string;
  /** the column with the tool of a task */
  type?: string;
}

/**
 * How an erasure removes a row that is found. `task`, `list`: the sweep of opt-outs does, with what else the task or list has.
 * `row`: the row goes. `cells`: the texts that name the person become empty. `own`: how the owner's folder says
 * (erase-rows.ts). `keep`: it stays, and the receipt says why.
 */
export type Erased =
  | { by: 'task'; column: string }
  | { by: 'list'; column: string }
  | { by: 'row' }
  | { by: 'cells'; to: 'null' | 'empty' }
  | { by: 'own' }
  | { by: 'keep'; why: string };

/** A table in which a person is searched: every column with text, JSON or declared bytes. */
export interface SearchedTable {
  kind: 'searched';
  /** what its rows are, for the operator and the person */
  what: string;
  owner: RowOwner;
  /** when a row was stored */
  at?: string;
  /** columns of bytes that are UTF-8 text */
  bytes?: readonly string[];
  /** whether a row is about one person, and is reported as a whole */
  whole?: boolean;
  erased: Erased;
}

/** A table that has no one who isn't a user of the server, and why. */
interface NotSearched {
  kind: 'none';
  why: string;
}

const NO_TEXT: NotSearched = { kind: 'none', why: 'Counts, times and ids.' };
const HASHES: NotSearched = { kind: 'none', why: 'Hashes and secrets, without readable data.' };
const none = (why: string): NotSearched => ({ kind: 'none', why });

const OWN: RowOwner = { account: 'account_id' };
const SERVER: RowOwner = { account: null };
const TASK: RowOwner = {
  of: 'tasks',
  by: 'task_id',
  key: 'id',
  account: 'account_id',
  name: 'name',
  type: 'type',
};
const LIST: RowOwner = { of: 'lists', by: 'list_id', key: 'id', account: 'account_id', name: 'name' };
const USER: Erased = {
  by: 'keep',
  why: 'It belongs to a user of this server. To delete the account, run leadwell users delete.',
};
const SETTINGS: Erased = {
  by: 'keep',
  why: 'It is a setting of the account. Ask its owner to change it.',
};

/**
 * Every table, and how a person is found in it. A new table needs a line here, which the compiler and
 * planted-rows.test.ts ask for.
 */
export const SEARCHED_TABLES: Readonly<Record<keyof Tables, SearchedTable | NotSearched>> = {
  accounts: {
    kind: 'searched',
    what: 'User accounts',
    owner: { account: 'id' },
    at: 'created_at',
    erased: USER,
  },
  identities: {
    kind: 'searched',
    what: 'Logins with Google or Microsoft',
    owner: OWN,
    at: 'created_at',
    erased: USER,
  },
  one_time_tokens: {
    kind: 'searched',
    what: 'Codes that were sent by email',
    owner: OWN,
    at: 'created_at',
    erased: USER,
  },
  second_factor_tickets: {
    kind: 'searched',
    what: 'Unfinished logins',
    owner: OWN,
    erased: USER,
  },
  due_mails: { kind: 'searched', what: 'Emails that are about to be sent', owner: OWN, erased: USER },
  admin_log: {
    kind: 'searched',
    what: 'Log of the admin page',
    owner: SERVER,
    at: 'at',
    erased: { by: 'cells', to: 'empty' },
  },
  sessions: none('Browsers and addresses of machines of users.'),
  known_addresses: none('Addresses of machines of users.'),
  known_browsers: HASHES,
  openid_flows: HASHES,
  second_factors: HASHES,
  recovery_codes: HASHES,
  former_emails: HASHES,
  trial_claims: HASHES,
  auth_secret: HASHES,
  rate_limits: none('Counts by hashes and addresses of machines, for some minutes.'),
  api_keys: { kind: 'searched', what: 'Names of API keys', owner: OWN, at: 'created_at', erased: SETTINGS },
  oauth_clients: none('Programs that connect, as they describe themselves.'),
  oauth_codes: HASHES,
  oauth_grants: HASHES,
  activation_codes: HASHES,
  devices: { kind: 'searched', what: 'Names of browsers', owner: OWN, at: 'created_at', erased: SETTINGS },

  tasks: {
    kind: 'searched',
    what: 'Tasks',
    owner: { account: 'account_id', name: 'name' },
    at: 'created_at',
    erased: { by: 'own' },
  },
  task_lists: NO_TEXT,
  account_storage: NO_TEXT,
  task_items: {
    kind: 'searched',
    what: 'Results of tasks',
    owner: TASK,
    at: 'settled_at',
    erased: { by: 'task', column: 'task_id' },
  },
  task_search_texts: {
    kind: 'searched',
    what: 'Search index of tasks',
    owner: { of: 'tasks', by: 'task_id', key: 'id', account: 'account_id' },
    erased: { by: 'row' },
  },
  task_days: NO_TEXT,
  workers: none('Machines of the operator.'),
  own_lists: none('Names of columns.'),
  own_list_rows: {
    kind: 'searched',
    what: 'Rows of lists that tasks were started with',
    owner: TASK,
    erased: { by: 'task', column: 'task_id' },
  },
  task_files: { kind: 'searched', what: 'Names of uploaded files', owner: TASK, erased: SETTINGS },
  // Its content is compressed: uploaded-files.ts searches it.
  task_file_parts: none('Parts of the uploaded files, which are searched as files.'),
  idempotency_keys: {
    kind: 'searched',
    what: 'Keys of repeated calls',
    owner: OWN,
    at: 'created_at',
    erased: { by: 'row' },
  },

  email_addresses: {
    kind: 'searched',
    what: 'Email addresses that were checked',
    owner: SERVER,
    erased: { by: 'own' },
  },
  email_domains: none('Domains of companies.'),
  email_patterns: none('Hashes of addresses, which go with the known addresses.'),
  email_second_tries: none('Domains of companies.'),
  email_learned_domains: none('Domains of companies.'),
  mail_reach: none('Machines of the operator.'),
  companies: none('Domains of companies.'),
  company_logos: none('Logos of companies.'),
  industry_tags: none('Names of industries.'),

  lists: {
    kind: 'searched',
    what: 'Lists',
    owner: { account: 'account_id', name: 'name' },
    at: 'created_at',
    erased: SETTINGS,
  },
  list_rows: {
    kind: 'searched',
    what: 'Rows of lists',
    owner: LIST,
    at: 'added_at',
    whole: true,
    erased: { by: 'list', column: 'list_id' },
  },
  list_row_keys: {
    kind: 'searched',
    what: 'Keys of rows of lists',
    owner: LIST,
    erased: { by: 'list', column: 'list_id' },
  },
  list_cells: {
    kind: 'searched',
    what: 'Answers in cells of lists',
    owner: LIST,
    at: 'worked_at',
    erased: { by: 'list', column: 'list_id' },
  },
  list_history: {
    kind: 'searched',
    what: 'Earlier values in lists',
    owner: LIST,
    at: 'at',
    erased: { by: 'list', column: 'list_id' },
  },
  list_history_sizes: NO_TEXT,
  list_removals: none('Counts of deleted rows, and IDs of columns.'),
  removed_list_rows: {
    kind: 'searched',
    what: 'Deleted rows of lists, which can still come back',
    owner: LIST,
    at: 'at',
    erased: { by: 'list', column: 'list_id' },
  },
  list_inboxes: HASHES,
  list_messages: {
    kind: 'searched',
    what: 'Answers to rows that programs sent to a list',
    owner: OWN,
    at: 'at',
    erased: { by: 'cells', to: 'null' },
  },
  list_recipes: {
    kind: 'searched',
    what: 'Recipes of lists',
    owner: OWN,
    at: 'created_at',
    erased: SETTINGS,
  },
  list_runs: {
    kind: 'searched',
    what: 'Steps of runs of lists',
    owner: OWN,
    at: 'started_at',
    erased: SETTINGS,
  },
  list_exports: none('Names and counts of files.'),
  list_wrong_answers: HASHES,
  list_imports: NO_TEXT,
  step_secrets: HASHES,
  ai_keys: HASHES,
  lead_saves: {
    kind: 'searched',
    what: 'Saved lead searches',
    owner: OWN,
    at: 'created_at',
    erased: SETTINGS,
  },
  lead_exports: NO_TEXT,
  exported_leads: none('Keys of leads, which the part about exports says.'),

  people_runs: none('Counts of paid people searches.'),
  people_run_chunks: {
    kind: 'searched',
    what: 'Files of paid people searches',
    owner: { of: 'people_runs', by: 'order_id', key: 'order_id', account: 'account_id' },
    bytes: ['csv'],
    erased: { by: 'own' },
  },
  orders: { kind: 'searched', what: 'Orders', owner: OWN, at: 'created_at', erased: SETTINGS },
  entitlements: NO_TEXT,
  user_payments: none('A view of accounts.'),
  payment_events: none('IDs of the payment provider.'),
  test_sessions: NO_TEXT,
  test_subscriptions: NO_TEXT,
  credit_entries: {
    kind: 'searched',
    what: 'Credit history',
    owner: OWN,
    at: 'created_at',
    erased: { by: 'cells', to: 'empty' },
  },
  charged_items: HASHES,
  credit_lines: NO_TEXT,
  credit_quarters: NO_TEXT,

  schedules: {
    kind: 'searched',
    what: 'Schedules',
    owner: { account: 'account_id', name: 'name' },
    at: 'created_at',
    erased: { by: 'own' },
  },
  schedule_runs: {
    kind: 'searched',
    what: 'Runs of schedules',
    owner: OWN,
    at: 'started_at',
    erased: { by: 'cells', to: 'null' },
  },
  schedule_prints: {
    kind: 'searched',
    what: 'What a run of a schedule compared',
    owner: { of: 'schedule_runs', by: 'run_id', key: 'id', account: 'account_id' },
    erased: { by: 'row' },
  },
  schedule_changes: none('Places of rows.'),

  webhook_endpoints: { kind: 'searched', what: 'Webhooks', owner: OWN, at: 'created_at', erased: SETTINGS },
  webhook_start_keys: HASHES,
  webhook_events: {
    kind: 'searched',
    what: 'Events of webhooks',
    owner: OWN,
    at: 'created_at',
    erased: { by: 'row' },
  },
  webhook_deliveries: NO_TEXT,
  webhook_tries: {
    kind: 'searched',
    what: 'Log of webhooks',
    owner: { of: 'webhook_deliveries', by: 'delivery_id', key: 'id', account: 'account_id' },
    at: 'at',
    erased: { by: 'cells', to: 'empty' },
  },

  given_addresses: HASHES,
  bounced_addresses: HASHES,
  bounce_domains: none('Domains of companies.'),
  bounce_events: HASHES,
  bounce_days: NO_TEXT,
  bounce_inboxes: HASHES,
  opt_outs: HASHES,
  opt_out_sweeps: NO_TEXT,
  last_backup: NO_TEXT,
};
