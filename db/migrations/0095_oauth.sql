-- Compatible: earlier versions don't know the tables and leave the new column empty.
-- Assistants that people connect: OAuth 2.1 (server/oauth). What they get is an API key.

-- For the keys of assistants: when the secret ends, before the key does. A refresh replaces it.
alter table api_keys add column secret_expires_at timestamptz;

-- Assistants that registered themselves (RFC 7591). They belong to no account.
create table oauth_clients (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  -- when a person last connected it; null for never
  used_at timestamptz
);
create index oauth_clients_by_use on oauth_clients (used_at, created_at);

-- What a person allowed, until the assistant exchanges the code for a key.
create table oauth_codes (
  -- SHA-256, in hex
  code_hash text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  client_id text not null,
  redirect_uri text not null,
  -- SHA-256 of the verifier, as base64url (RFC 7636, S256)
  challenge text not null,
  key_name text not null,
  scopes text[] not null,
  monthly_budget integer not null check (monthly_budget > 0),
  key_expires_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A code works once. Its second use revokes the key.
  used_at timestamptz,
  api_key_id uuid references api_keys (id) on delete set null
);
create index oauth_codes_of_account on oauth_codes (account_id);
create index oauth_codes_by_expiry on oauth_codes (expires_at);
create index oauth_codes_of_api_key on oauth_codes (api_key_id) where api_key_id is not null;

-- The refresh token of a key. Both hashes are SHA-256, in hex: of the part that stays and of the part that each refresh
-- replaces.
create table oauth_grants (
  api_key_id uuid primary key references api_keys (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  client_id text not null,
  family_hash text not null unique,
  refresh_hash text not null,
  created_at timestamptz not null
);
create index oauth_grants_of_account on oauth_grants (account_id);
create index oauth_grants_of_client on oauth_grants (client_id);
