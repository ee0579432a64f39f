-- Tasks, their items and the credit ledger.

create table tasks (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  type text not null,
  status text not null default 'queued'
    check (status in ('queued', 'processing', 'completed', 'failed', 'timeout', 'cancelled')),
  stop_reason text check (stop_reason in ('user', 'credits', 'time')),
  -- incremented by each resume; results of earlier runs are discarded
  run_no integer not null default 1,
  -- progress of its shards for fair scheduling, starting at the round of the tasks that ran when it started
  round integer not null default 0,
  total integer not null check (total >= 0),
  processed integer not null default 0,
  found integer not null default 0,
  failed integer not null default 0,
  credits_used integer not null default 0,
  current_item text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  -- end of this run's time budget; extended by server downtime
  deadline_at timestamptz,
  last_active_at timestamptz,
  finished_at timestamptz,
  check (processed <= total)
);
create index tasks_of_account on tasks (account_id, created_at desc);
create index tasks_running on tasks (account_id) where status in ('queued', 'processing');

create table task_items (
  task_id uuid not null references tasks (id) on delete cascade,
  position integer not null,
  shard integer not null,
  input text not null,
  status text not null default 'pending' check (status in ('pending', 'settled')),
  -- the tool's result row, once settled
  row jsonb,
  found boolean not null default false,
  failed boolean not null default false,
  charge integer not null default 0 check (charge >= 0),
  settled_at timestamptz,
  primary key (task_id, position)
);
create index task_items_pending on task_items (task_id, shard) where status = 'pending';

-- The credit ledger. The balance of an account is the sum(amount) of its entries with from_balance.
create table credit_entries (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  amount integer not null,
  reason text not null,
  -- false: recorded while the plan was unlimited, without changing the balance
  from_balance boolean not null default true,
  task_id uuid,
  item_position integer,
  created_at timestamptz not null default now(),
  unique (task_id, item_position)
);
create index credit_entries_of_account on credit_entries (account_id, id);

-- One row per Idempotency-Key. result_id is what the first request created, in the same transaction.
create table idempotency_keys (
  account_id uuid not null references accounts (id) on delete cascade,
  call text not null,
  key text not null,
  request_hash text not null,
  result_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, call, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
