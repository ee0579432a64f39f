-- The pay-per-use people scraper: refunds due, the run of each order, and its file.

-- Refunds for records that were paid but not found. refund_due_at: time of the next attempt; null once
-- refunded or finally rejected.
alter table orders
  add column refund_due_cents integer check (refund_due_cents between 0 and amount_cents),
  add column refund_due_at timestamptz,
  add column refund_attempts integer not null default 0,
  -- why the refund was finally rejected
  add column refund_problem text;
create index orders_refund_due on orders (refund_due_at) where refund_due_at is not null;

create table people_runs (
  order_id uuid primary key references orders (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  source text not null check (source in ('database', 'apollo')),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  -- the worker that owns the run; a worker that lost it must not write
  holder uuid,
  -- version of the source that the chunks come from, and the position of the next chunk
  version text,
  columns jsonb not null default '[]',
  cursor text,
  chunks integer not null default 0 check (chunks >= 0),
  records integer not null default 0 check (records >= 0),
  -- consecutive attempts that stored nothing
  failures integer not null default 0,
  error text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index people_runs_of_account on people_runs (account_id, created_at desc);
-- One active run per account.
create unique index people_runs_running on people_runs (account_id) where status = 'running';

-- The file in `seq` order, without the header row.
create table people_run_chunks (
  order_id uuid not null references people_runs (order_id) on delete cascade,
  seq integer not null check (seq >= 0),
  records integer not null check (records > 0),
  -- keys of records, if the source may return duplicates
  keys text[] not null default '{}',
  csv bytea not null,
  primary key (order_id, seq)
);

-- Opaque industry ID in people search URLs -> industry name in the Apollo database.
create table industry_tags (
  id text primary key,
  industry text not null,
  updated_at timestamptz not null
);
