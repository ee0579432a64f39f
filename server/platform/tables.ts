import type { ColumnType, Generated } from 'kysely';
import type { Plan } from '#contract/account.ts';
import type { StopReason, TaskStatus, TaskType } from '#contract/tasks.ts';

/** Row types of every table in db/migrations. JSON columns are written as text and read as values. */
type Json<T> = ColumnType<T, string, string>;
type DefaultedJson<T> = ColumnType<T, string | undefined, string>;
type DefaultedTime = ColumnType<Date, Date | undefined, Date>;

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
    monthly_exports: Generated<number>;
    last_reset_at: DefaultedTime;
    last_sign_in_at: Date | null;
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
  };
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
    current_item: string | null;
    created_at: DefaultedTime;
    started_at: Date | null;
    deadline_at: Date | null;
    last_active_at: Date | null;
    finished_at: Date | null;
  };
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
  credit_entries: {
    id: Generated<number>;
    account_id: string;
    amount: number;
    reason: string;
    from_balance: Generated<boolean>;
    task_id: string | null;
    item_position: number | null;
    created_at: DefaultedTime;
  };
  idempotency_keys: {
    account_id: string;
    call: string;
    key: string;
    request_hash: string;
    result_id: string | null;
    created_at: DefaultedTime;
  };
}
