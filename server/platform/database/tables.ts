import type { Generated } from 'kysely';
import type { CollectSite } from '#contract/collect-sites.ts';
import type { EmailReason, EmailStatus } from '#contract/emails.ts';
import type { LeadFilters } from '#contract/lead-filters.ts';
import type { LeadSaveView } from '#contract/lead-saves.ts';
import type { LeadDatabase, LeadExportOptions } from '#contract/leads.ts';
import type { CellStatus, CellTry } from '#contract/list-cells.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { Excludes } from '#contract/list-exclusions.ts';
import type { Recipe } from '#contract/list-recipes.ts';
import type { ListStep } from '#contract/list-steps.ts';
import type { SavedView } from '#contract/list-views.ts';
import type { AutoWait, ListSource } from '#contract/lists.ts';
import type { PeopleSourceName } from '#contract/people-orders.ts';
import type { AccountTables } from './tables/account-tables.ts';
import type { BounceTables } from './tables/bounce-tables.ts';
import type { DefaultedJson, DefaultedTime, Json } from './tables/column-types.ts';
import type { PaymentTables } from './tables/payment-tables.ts';
import type { ScheduleTables } from './tables/schedule-tables.ts';
import type { TaskTables } from './tables/task-tables.ts';
import type { WebhookTables } from './tables/webhook-tables.ts';

/** A cell of a row that was deleted and can come back. */
export interface RemovedCell {
  step: string;
  status: CellStatus | null;
  note: string | null;
  answered_by: number | null;
  tries: CellTry[];
  charge: number;
  input_hash: string | null;
  stale: boolean;
  ms: number | null;
  worked_at: string | null;
  task_id: string | null;
  /** it is of the row that this one was merged into, and an answer of this one replaced it */
  replaced?: boolean;
}

/** A remembered change of such a row. */
export interface RemovedChange {
  id: number;
  before: Record<string, string | null>;
  typed: string[] | null;
  cell: Record<string, unknown> | null;
  step: string | null;
  task_id: string | null;
  edit_id: string | null;
  quiet: boolean;
  at: string;
}

/** Row types of every table in db/migrations. */
export interface Tables
  extends AccountTables,
    BounceTables,
    PaymentTables,
    TaskTables,
    WebhookTables,
    ScheduleTables {
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
    fields: Json<ListColumn[]> | null;
    steps: DefaultedJson<ListStep[]>;
    views: DefaultedJson<SavedView[]>;
    excludes: Excludes | null;
    auto_cap: number | null;
    auto_key_id: string | null;
    auto_version: Generated<number>;
    auto_run: string | null;
    auto_wait: AutoWait | null;
    auto_wait_credits: number | null;
    auto_looked_at: Date | null;
    key_column: string | null;
    refresh_after: number | null;
    refresh_done: Generated<number>;
    refresh_keys: Generated<boolean>;
    deleted_columns: DefaultedJson<string[]>;
    version: Generated<number>;
    deleted_version: Generated<number>;
    reread_version: Generated<number>;
    rows: Generated<number>;
    bytes: Generated<number>;
    opted_out: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  list_rows: {
    id: Generated<number>;
    list_id: string;
    cells: Json<Record<string, string>>;
    bytes: number;
    version: Generated<number>;
    edited: Json<string[]> | null;
    added_at: Date;
    updated_at: Date;
  };
  list_cells: {
    list_id: string;
    row_id: number;
    step: string;
    status: CellStatus | null;
    note: string | null;
    answered_by: number | null;
    tries: DefaultedJson<CellTry[]>;
    charge: Generated<number>;
    input_hash: string | null;
    stale: Generated<boolean>;
    ms: number | null;
    worked_at: Date | null;
    task_id: string | null;
    queued_by: string | null;
  };
  list_history: {
    id: Generated<number>;
    list_id: string;
    row_id: number;
    before: Json<Record<string, string | null>>;
    typed: Json<string[]> | null;
    cell: Json<Record<string, unknown>> | null;
    step: string | null;
    task_id: string | null;
    edit_id: string | null;
    quiet: Generated<boolean>;
    imported: Generated<boolean>;
    at: Date;
  };
  list_history_sizes: { account_id: string; hour: Date; bytes: number; last_id: number };
  list_removals: {
    id: string;
    list_id: string;
    rows: Generated<number>;
    bytes: Generated<number>;
    key_column: string | null;
    lost_columns: DefaultedJson<string[]>;
    forgotten: Generated<boolean>;
    at: Date;
  };
  removed_list_rows: {
    list_id: string;
    row_id: number;
    removal: string;
    cells: Json<Record<string, string>>;
    edited: Json<string[]> | null;
    keys: Json<string[]>;
    version: number;
    added_at: Date;
    updated_at: Date;
    bytes: number;
    answers: Json<RemovedCell[]>;
    history: Json<RemovedChange[]>;
    merged_into: number | null;
    taken: Json<{ steps: string[]; keys: string[] }> | null;
    at: Date;
  };
  list_runs: {
    task_id: string;
    list_id: string;
    account_id: string;
    steps: Json<ListStep[]>;
    started_at: Date;
    auto: Generated<boolean>;
    leave_out: Json<string[]> | null;
    undone_at: Date | null;
    tokens: DefaultedJson<Record<string, number>>;
  };
  list_recipes: { id: Generated<string>; account_id: string; recipe: Json<Recipe>; created_at: Date };
  list_wrong_answers: { account_id: string; answer: string; at: Date };
  list_exports: {
    list_id: string;
    name: string;
    filter: string;
    version: number;
    rows: number;
    at: Date;
  };
  step_secrets: {
    id: string;
    list_id: string;
    account_id: string;
    origin: string;
    sealed: string;
    created_at: Date;
  };
  ai_keys: { account_id: string; url: string; model: string; sealed: string; saved_at: Date };
  list_inboxes: {
    id: string;
    list_id: string;
    account_id: string;
    sealed: string;
    old_sealed: Generated<string | null>;
    old_until: Date | null;
    created_at: Date;
  };
  list_messages: {
    id: Generated<number>;
    inbox_id: string;
    account_id: string;
    message_id: string | null;
    sender: 'key' | 'signature';
    /** it had no key and no signature; `sender` is then `signature` */
    unsigned: Generated<boolean>;
    at: Date;
    /** JSON */
    reply: string | null;
    error: string | null;
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
  lead_saves: {
    id: Generated<string>;
    account_id: string;
    lead_database: LeadDatabase;
    /** `companyCells` and `onlyNew` (without whom the list has): earlier versions didn't write them */
    request: Json<{
      filters: LeadFilters;
      options: LeadExportOptions;
      companyCells?: boolean;
      onlyNew?: boolean;
    }>;
    list_name: string;
    list_id: string | null;
    export_id: string | null;
    api_key_id: string | null;
    state: Generated<LeadSaveView['state']>;
    leads: number;
    added: Generated<number>;
    updated: Generated<number>;
    refused: Generated<number>;
    cost: Generated<number>;
    /** of the cost: what a plan covered. A plan can begin or end between two runs. */
    included: Generated<number>;
    problem: string | null;
    created_at: Date;
    ended_at: Date | null;
  };
  activation_codes: {
    account_id: string;
    code: string;
    created_at: DefaultedTime;
    replaced_at: Date | null;
  };
  exported_leads: {
    id: Generated<number>;
    account_id: string;
    lead_database: LeadDatabase;
    fresh_until: Date;
    keys: Uint8Array;
    has_earlier_keys: Generated<boolean>;
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
  email_addresses: {
    address: string;
    status: EmailStatus;
    reason: EmailReason;
    mail_host: string | null;
    until: Date;
  };
  email_domains: { domain: string; catch_all: boolean; until: Date };
  email_patterns: { domain: string; digest: string; pattern: string };
  email_second_tries: {
    task_id: string;
    position: number;
    domain: string;
    settled_at: Date;
    checked: Generated<number>;
    reserved_until: Date | null;
    reservations: Generated<number>;
    tried_at: Date | null;
  };
  email_learned_domains: { domain: string; learned_at: Date; learned: number };
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
  auth_secret: {
    one: Generated<boolean>;
    fingerprint: string;
    stored_at: DefaultedTime;
    sealed_key: Generated<string | null>;
    old_fingerprint: Generated<string | null>;
    changed_at: Generated<Date | null>;
  };
  last_backup: {
    one: Generated<boolean>;
    written_at: Date | null;
    failed: boolean;
    every_hours: Generated<number>;
    seen_at: Generated<Date>;
  };
  opt_outs: {
    hash: string;
    kind: 'email' | 'domain' | 'profile' | 'phone' | 'phone_form' | 'email_sha256' | 'phone_sha256';
    created_at: Date;
  };
  opt_out_sweeps: {
    name: string;
    until: Date | null;
    running_until: Date | null;
    cursor: string | null;
  };
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
