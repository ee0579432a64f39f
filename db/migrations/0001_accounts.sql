-- Accounts and sessions. Emails are lowercase; times are UTC.

create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  name text not null default '',
  phone text,
  password_hash text,
  email_confirmed_at timestamptz,
  user_metadata jsonb not null default '{}',
  plan text not null default 'free' check (plan in ('free', 'premium', 'unlimited')),
  is_trial boolean not null default true,
  has_payment_method boolean not null default false,
  balance integer not null check (balance >= 0),
  monthly_exports integer not null default 0 check (monthly_exports >= 0),
  last_reset_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Refresh tokens aren't stored: each is a keyed hash of (session, counter). `refresh_counter` is the counter
-- of the active one. Sessions are deleted when they end.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  refresh_counter integer not null default 0,
  -- [{"counter": n, "at": ms}]: rotations within the reuse interval
  recent_rotations jsonb not null default '[]',
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
create index sessions_of_account on sessions (account_id);

create table rate_limits (
  bucket text primary key,
  used integer not null,
  resets_at timestamptz not null
);
create index rate_limits_by_reset on rate_limits (resets_at);
