import type { ColumnType, Generated } from 'kysely';
import type { Plan } from '#contract/account.ts';
import type { ApiScope } from '#contract/api-keys.ts';
import type { CollectSite } from '#contract/collect-sites.ts';
import type { EmailReason, EmailStatus, PersonColumns } from '#contract/emails.ts';
import type { LeadDatabase } from '#contract/leads.ts';
import type { ListSource } from '#contract/lists.ts';
import type { OrderStatus } from '#contract/payments.ts';
import type { PeopleSourceName } from '#contract/people-scraper.ts';
import type { ProviderIdentity, ProviderName } from '#contract/sign-in.ts';
import type { TextEncoding } from '#contract/task-csv.ts';
import type { StopReason, TaskOptions, TaskStatus, TaskType } from '#contract/tasks.ts';

/** What can be bought; its price and texts are in payments/products.ts. */
export type Product = 'unlimited' | 'apollo_scraper';

type Json<T> = ColumnType<T, string, string>;
type DefaultedJson<T> = ColumnType<T, string | undefined, string>;
type DefaultedTime = ColumnType<Date, Date | undefined, Date>;

/** Row types of every table in db/migrations. JSON columns are written as text and read as values. */
export interface Tables {
  accounts: {
    id: Generated<string>;
    email: string;
    name: Generated<string>;
    phone: string | null;
    password_hash: string | null;
    email_confirmed_at: Date | null;
    user_metadata: DefaultedJson<Record<string, unknown>>;
    plan: Generated<Plan>;
    is_trial: Generated<boolean>;
    has_payment_method: Generated<boolean>;
    balance: number;
    credits_used: Generated<number>;
    credits_included: Generated<number>;
    monthly_exports: Generated<number>;
    last_reset_at: DefaultedTime;
    last_sign_in_at: Date | null;
    disabled_at: Date | null;
    withheld_credits: Generated<number>;
    mail_long_tasks: Generated<boolean>;
    created_at: DefaultedTime;
    updated_at: DefaultedTime;
  };
  sessions: {
    id: Generated<string>;
    account_id: string;
    refresh_counter: Generated<number>;
    recent_rotations: DefaultedJson<{ counter: number; at: number }[]>;
    created_at: DefaultedTime;
    refreshed_at: DefaultedTime;
    method: Generated<'password' | 'otp' | 'oauth'>;
    user_agent: string | null;
    address: string | null;
    second_factor: Generated<boolean>;
  };
  identities: {
    id: Generated<string>;
    account_id: string;
    provider: ProviderName;
    issuer: string;
    subject: string;
    email: string | null;
    created_at: Date;
  };
  openid_flows: {
    state_hash: string;
    browser_hash: string;
    provider: ProviderName;
    intent: 'sign-in' | 'sign-up' | 'connect';
    account_id: string | null;
    redirect_uri: string;
    expires_at: Date;
  };
  second_factors: {
    account_id: string;
    secret: string;
    last_step: Generated<number>;
    created_at: Date;
    enabled_at: Date | null;
  };
  recovery_codes: { account_id: string; code_hash: string };
  second_factor_tickets: {
    ticket_hash: string;
    account_id: string;
    method: 'password' | 'otp' | 'oauth';
    identity: Json<ProviderIdentity> | null;
    attempts: Generated<number>;
    expires_at: Date;
  };
  one_time_tokens: {
    id: Generated<string>;
    purpose: 'recovery' | 'sign-in' | 'confirmation' | 'email-change';
    email: string;
    account_id: string | null;
    user_metadata: DefaultedJson<Record<string, unknown>>;
    link_hash: string | null;
    code_hash: string;
    attempts: Generated<number>;
    created_at: Date;
    expires_at: Date;
  };
  former_emails: { email_hash: string; left_at: Date };
  trial_claims: {
    kind: 'credits' | 'trial' | 'card';
    key_hash: string;
    holder_hash: string;
    claimed_at: Date;
  };
  known_addresses: { account_id: string; address: string; last_used_at: Date };
  rate_limits: { bucket: string; used: number; resets_at: Date };
  tasks: {
    id: Generated<string>;
    account_id: string;
    type: TaskType;
    status: Generated<TaskStatus>;
    stop_reason: StopReason | null;
    run_no: Generated<number>;
    round: Generated<number>;
    total: number;
    processed: Generated<number>;
    found: Generated<number>;
    failed: Generated<number>;
    credits_used: Generated<number>;
    credits_included: Generated<number>;
    free_repeats: Generated<number>;
    current_item: string | null;
    created_at: DefaultedTime;
    started_at: Date | null;
    worked_ms: Generated<number>;
    processed_before_run: Generated<number>;
    finished_at: Date | null;
    may_wait: Generated<boolean>;
    row_bytes: Generated<number>;
    rows_deleted_at: Date | null;
    end_mailed_at: Date | null;
    outcomes: DefaultedJson<Record<string, number>>;
    options: DefaultedJson<TaskOptions>;
    api_key_id: string | null;
    name: string | null;
    first_item: string | null;
  };
  task_lists: {
    id: string;
    account_id: string;
    items: Generated<number>;
    bytes: Generated<number>;
    created_at: Date;
    state: Generated<'filling' | 'started' | 'abandoned'>;
  };
  task_search_texts: { task_id: string; name: string; items: string };
  task_items: {
    task_id: string;
    position: number;
    shard: number;
    input: string;
    status: Generated<'pending' | 'settled'>;
    row: Json<Record<string, unknown>> | null;
    found: Generated<boolean>;
    failed: Generated<boolean>;
    charge: Generated<number>;
    settled_at: Date | null;
  };
  api_keys: {
    id: Generated<string>;
    account_id: string;
    name: string;
    key_hash: string;
    prefix: string;
    scopes: ApiScope[];
    monthly_budget: number | null;
    spent: Generated<number>;
    spent_month: string;
    created_at: Date;
    expires_at: Date | null;
    last_used_at: Date | null;
    revoked_at: Date | null;
  };
  task_days: {
    account_id: string;
    day: string;
    type: TaskType;
    processed: Generated<number>;
    found: Generated<number>;
    failed: Generated<number>;
    emails: Generated<number>;
    phones: Generated<number>;
    people: Generated<number>;
  };
  credit_entries: {
    id: Generated<number>;
    account_id: string;
    amount: number;
    reason: string;
    from_balance: Generated<boolean>;
    spent: Generated<boolean>;
    task_id: string | null;
    item_position: number | null;
    created_at: DefaultedTime;
  };
  /** `day` is written by the database and read as text. */
  credit_days: { account_id: string; day: string; used: Generated<number>; included: Generated<number> };
  charged_items: { account_id: string; kind: string; digest: string; fresh_until: Date };
  idempotency_keys: {
    account_id: string;
    call: string;
    key: string;
    request_hash: string;
    result_id: string | null;
    created_at: DefaultedTime;
  };
  orders: {
    id: Generated<string>;
    account_id: string;
    product: Product;
    mode: 'subscription' | 'payment';
    quantity: number;
    amount_cents: number;
    currency: Generated<string>;
    params: DefaultedJson<Record<string, unknown>>;
    trial_days: Generated<number>;
    source: 'stripe' | 'test';
    status: Generated<OrderStatus>;
    success_url: string;
    cancel_url: string;
    session_id: string | null;
    session_url: string | null;
    subscription_id: string | null;
    payment_intent_id: string | null;
    run_at: Date | null;
    refunded_cents: Generated<number>;
    refund_due_cents: number | null;
    refund_due_at: Date | null;
    refund_problem: string | null;
    created_at: DefaultedTime;
    settled_at: Date | null;
  };
  entitlements: {
    id: Generated<string>;
    account_id: string;
    source: 'stripe' | 'test' | 'operator';
    subscription_id: string | null;
    customer_id: string | null;
    status: string;
    has_access: boolean;
    trial_ends_at: Date | null;
    period_ends_at: Date | null;
    cancels_at_period_end: Generated<boolean>;
    revoked_at: Date | null;
    version: Generated<number>;
    created_at: DefaultedTime;
    updated_at: DefaultedTime;
  };
  /** A view: read only. */
  user_payments: {
    account_id: string;
    email: string;
    has_access: boolean;
    plan: Plan;
    status: string;
    updated_at: Date;
  };
  payment_events: {
    id: string;
    source: 'stripe' | 'test';
    type: string;
    object_id: string;
    received_at: DefaultedTime;
    due_at: Date | null;
    last_error: string | null;
  };
  devices: {
    id: Generated<string>;
    account_id: string;
    token_hash: string;
    site: CollectSite;
    name: string;
    version: string | null;
    created_at: Date;
    last_used_at: Date;
  };
  lists: {
    id: Generated<string>;
    account_id: string;
    kind: ListSource['kind'];
    source: string;
    name: string;
    columns: Json<string[]>;
    rows: Generated<number>;
    bytes: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  list_rows: {
    id: Generated<number>;
    list_id: string;
    cells: Json<Record<string, string>>;
    bytes: number;
    added_at: Date;
    updated_at: Date;
  };
  list_row_keys: { list_id: string; key: string; row_id: number };
  list_imports: {
    id: Generated<string>;
    account_id: string;
    added: number;
    updated: number;
    /** positions of the refused rows, by reason */
    refused: Json<Record<string, number[]>>;
    created_at: Date;
  };
  activation_codes: { account_id: string; code: string; created_at: DefaultedTime };
  test_sessions: {
    id: string;
    order_id: string;
    status: Generated<'open' | 'complete' | 'expired'>;
    payment_status: Generated<'paid' | 'unpaid' | 'no_payment_required'>;
    subscription_id: string | null;
    created_at: Date;
  };
  test_subscriptions: {
    id: string;
    order_id: string;
    started_at: Date;
    trial_ends_at: Date | null;
    first_payment_failed: Generated<boolean>;
    payment_failed_at: Date | null;
    cancels_at_period_end: Generated<boolean>;
    ended_at: Date | null;
  };
  lead_exports: {
    id: Generated<string>;
    account_id: string;
    lead_database: LeadDatabase;
    leads: number;
    sent: Generated<number>;
    /** of the leads: free, because the account paid for them before */
    repeats: Generated<number>;
    repeats_sent: Generated<number>;
    from_balance: boolean;
    free: Generated<boolean>;
    created_at: Date;
    touched_at: Date;
    ended_at: Date | null;
    api_key_id: string | null;
  };
  workers: { id: string; name: string; started_at: DefaultedTime; seen_at: DefaultedTime };
  task_files: {
    task_id: string;
    name: string;
    /** `distinctBy`: what makes two rows one item; in older lists, their text. */
    reading: Json<{
      hasHeader: boolean;
      delimiter: string;
      columns: PersonColumns;
      distinctBy?: 'item';
      encoding?: TextEncoding;
    }>;
  };
  task_file_parts: { task_id: string; part: number; content: Uint8Array };
  own_lists: { task_id: string; columns: Json<string[]> };
  own_list_rows: {
    task_id: string;
    row: number;
    position: number | null;
    input: string;
    record: string;
  };
  email_addresses: {
    address: string;
    status: EmailStatus;
    reason: EmailReason;
    mail_host: string | null;
    until: Date;
  };
  email_domains: { domain: string; catch_all: boolean; until: Date };
  email_patterns: { domain: string; digest: string; pattern: string };
  mail_reach: { worker: string; port25: 'open' | 'blocked' | 'undecided'; tested_at: Date };
  people_runs: {
    order_id: string;
    account_id: string;
    source: PeopleSourceName;
    status: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    holder: string | null;
    version: string | null;
    columns: DefaultedJson<string[]>;
    cursor: string | null;
    chunks: Generated<number>;
    records: Generated<number>;
    failures: Generated<number>;
    error: string | null;
    created_at: Date;
    ended_at: Date | null;
  };
  people_run_chunks: {
    order_id: string;
    seq: number;
    records: number;
    keys: string[];
    csv: Uint8Array;
  };
  industry_tags: { id: string; industry: string; updated_at: Date };
  opt_outs: { hash: string; kind: 'email' | 'domain' | 'profile'; created_at: Date };
  admin_log: {
    id: Generated<number>;
    at: DefaultedTime;
    action: string;
    address: string;
    accepted: boolean;
    detail: Generated<string>;
  };
  companies: { key: string; domain: string; country: string | null; name: string; imported_at: Date };
  company_logos: { domain: string; url: string; type: string; bytes: Uint8Array; fetched_at: Date };
}
