-- API keys, and the key that pays for a task or an export within its monthly budget.

create table api_keys (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  -- SHA-256 of the key, in hex. Keys are random, so that no slow hash is needed.
  key_hash text not null unique,
  -- the beginning of the key, to recognize it
  prefix text not null,
  scopes text[] not null,
  -- in credits per calendar month (UTC); null for none
  monthly_budget integer check (monthly_budget > 0),
  -- credits spent in `spent_month` ('2026-11')
  spent integer not null default 0 check (spent >= 0),
  spent_month text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  check (monthly_budget is null or spent <= monthly_budget)
);
create index api_keys_of_account on api_keys (account_id, created_at desc);

-- The key that started the current run; null for a person.
alter table tasks add column api_key_id uuid references api_keys (id) on delete set null;
create index tasks_of_api_key on tasks (api_key_id) where api_key_id is not null;
alter table lead_exports add column api_key_id uuid references api_keys (id) on delete set null;
create index lead_exports_of_api_key on lead_exports (api_key_id) where api_key_id is not null;

alter table tasks drop constraint tasks_stop_reason_check;
alter table tasks add constraint tasks_stop_reason_check
  check (stop_reason in ('user', 'credits', 'budget', 'time'));
