-- The pay-per-use people scraper: what orders have to be paid back, the one run of each, and its file.

-- What was paid and not found. refund_due_at: when it is tried (again); null once the provider said yes, or no for good.
alter table orders
  add column refund_due_cents integer check (refund_due_cents between 0 and amount_cents),
  add column refund_due_at timestamptz,
  add column refund_attempts integer not null default 0,
  -- why nothing is paid back any more, in words
  add column refund_problem text;
create index orders_refund_due on orders (refund_due_at) where refund_due_at is not null;

create table people_runs (
  order_id uuid primary key references orders (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  source text not null check (source in ('database', 'apollo')),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  -- in whose hands it is: a worker that lost it stores nothing more
  holder uuid,
  -- of which state of the source the chunks are, and where the next one begins
  version text,
  columns jsonb not null default '[]',
  cursor text,
  chunks integer not null default 0 check (chunks >= 0),
  records integer not null default 0 check (records >= 0),
  -- tries in a row that stored nothing
  failures integer not null default 0,
  error text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index people_runs_of_account on people_runs (account_id, created_at desc);
-- One at a time for each account.
create unique index people_runs_running on people_runs (account_id) where status = 'running';

-- The file, in the order of `seq`, without its header row.
create table people_run_chunks (
  order_id uuid not null references people_runs (order_id) on delete cascade,
  seq integer not null check (seq >= 0),
  records integer not null check (records > 0),
  -- of records whose source may hand them out twice
  keys text[] not null default '{}',
  csv bytea not null,
  primary key (order_id, seq)
);

-- Industries as addresses of people searches name them: opaque id -> industry as the apollo database writes it.
create table industry_tags (
  id text primary key,
  industry text not null,
  updated_at timestamptz not null
);
