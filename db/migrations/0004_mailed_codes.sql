-- Codes and links sent by mail, what a session was started with, and addresses whose free credits are spent.

-- Whoever brings the code or link proves that they read `email`. Neither is stored: of the link's token a hash, of the short
-- code a keyed one. A new one ends those before it.
create table one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('recovery', 'sign-in', 'confirmation', 'email-change')),
  email text not null check (email = lower(email)),
  -- null: the account is made when the address is proved
  account_id uuid references accounts (id) on delete cascade,
  -- what a new account says of its person
  user_metadata jsonb not null default '{}',
  -- null: there is a code only
  link_hash text unique,
  code_hash text not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_tokens_of_email on one_time_tokens (email, purpose);
create index one_time_tokens_of_account on one_time_tokens (account_id);
create index one_time_tokens_by_expiry on one_time_tokens (expires_at);

alter table sessions
  add column method text not null default 'password' check (method in ('password', 'otp')),
  -- as the browser names itself, and where it was, for the list its owner sees
  add column user_agent text,
  add column address text;

-- Keyed hashes of addresses that had an account once: a new one gets no second set of free credits.
create table former_emails (
  email_hash text primary key,
  left_at timestamptz not null
);
