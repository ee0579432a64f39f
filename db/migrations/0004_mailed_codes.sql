-- Emailed codes and links, how a session was started, and emails that already used their free credits.

-- A code or link proves access to `email`. Only hashes are stored: a plain one of the link's token, a keyed
-- one of the short code. A new token replaces earlier ones.
create table one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('recovery', 'sign-in', 'confirmation', 'email-change')),
  email text not null check (email = lower(email)),
  -- null: the account is created once the email is confirmed
  account_id uuid references accounts (id) on delete cascade,
  -- metadata for the new account
  user_metadata jsonb not null default '{}',
  -- null: code only
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
  -- browser and IP address, for the owner's session list
  add column user_agent text,
  add column address text;

-- Keyed hashes of emails of deleted accounts, so that a new account gets no second set of free credits.
create table former_emails (
  email_hash text primary key,
  left_at timestamptz not null
);
