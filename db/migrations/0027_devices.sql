-- Browsers that an extension connected with an account. Only a hash of the token is kept.
create table devices (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  token_hash text not null unique,
  site text not null,
  name text not null,
  -- of the extension that sent rows last
  version text,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index devices_by_account on devices (account_id, last_used_at);
