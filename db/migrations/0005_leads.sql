-- Exports of leads, and who asked not to be listed. The leads themselves are in the warehouse.

-- One export: paid for before its first row is sent; what was not sent is given back when it ends, however it ends.
create table lead_exports (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  lead_database text not null,
  leads integer not null check (leads >= 0),
  sent integer not null default 0 check (sent >= 0),
  -- false: it counted against the month of an unlimited plan, not against credits
  from_balance boolean not null,
  created_at timestamptz not null,
  -- moved on while rows are sent: one that stands still was broken off
  touched_at timestamptz not null,
  ended_at timestamptz
);
create index lead_exports_of_account on lead_exports (account_id, created_at desc);
create index lead_exports_open on lead_exports (touched_at) where ended_at is null;

-- Persons and domains that are never listed, as keyed hashes: the list itself tells nobody who is on it.
create table opt_outs (
  hash text primary key,
  kind text not null check (kind in ('email', 'domain', 'profile')),
  created_at timestamptz not null
);
