-- Lead exports and opt-outs. The leads themselves are in the warehouse.

-- Exports are charged before the first row is sent. Unsent leads are refunded when the export ends for any
-- reason.
create table lead_exports (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  lead_database text not null,
  leads integer not null check (leads >= 0),
  sent integer not null default 0 check (sent >= 0),
  -- false: counted against the monthly limit of an unlimited plan instead of credits
  from_balance boolean not null,
  created_at timestamptz not null,
  -- updated while rows are sent; a stale value means the export was interrupted
  touched_at timestamptz not null,
  ended_at timestamptz
);
create index lead_exports_of_account on lead_exports (account_id, created_at desc);
create index lead_exports_open on lead_exports (touched_at) where ended_at is null;

-- Keyed hashes of people and domains that are never listed, so that the list reveals no one.
create table opt_outs (
  hash text primary key,
  kind text not null check (kind in ('email', 'domain', 'profile')),
  created_at timestamptz not null
);
