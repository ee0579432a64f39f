-- Sign-in with Google and Microsoft, and two-factor sign-in.

alter table sessions
  drop constraint sessions_method_check,
  add constraint sessions_method_check check (method in ('password', 'otp', 'oauth')),
  -- started with a code of an authenticator app or a recovery code
  add column second_factor boolean not null default false;

-- Accounts at Google and Microsoft that sign in to an account here (OpenID Connect: iss and sub).
create table identities (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  provider text not null check (provider in ('google', 'microsoft')),
  issuer text not null,
  subject text not null,
  -- the address at the provider when it was connected; null: it named none
  email text,
  created_at timestamptz not null,
  unique (issuer, subject),
  unique (account_id, provider)
);

-- Sign-ins that wait for their return from the provider. Nonce and code verifier (PKCE) derive from a secret
-- in a cookie of the browser, of which only a hash is here.
create table openid_flows (
  state_hash text primary key,
  browser_hash text not null,
  provider text not null check (provider in ('google', 'microsoft')),
  intent text not null check (intent in ('sign-in', 'sign-up', 'connect')),
  -- connect: the account
  account_id uuid references accounts (id) on delete cascade,
  redirect_uri text not null,
  expires_at timestamptz not null
);
create index openid_flows_of_account on openid_flows (account_id);
create index openid_flows_by_expiry on openid_flows (expires_at);

-- The authenticator app of an account. secret: encrypted with a key that derives from AUTH_SECRET.
create table second_factors (
  account_id uuid primary key references accounts (id) on delete cascade,
  secret text not null,
  -- the time step of the last accepted code (RFC 6238 §5.2: a code works once)
  last_step bigint not null default 0,
  created_at timestamptz not null,
  -- null: being set up
  enabled_at timestamptz
);

-- Keyed hashes. A used code is deleted.
create table recovery_codes (
  account_id uuid not null references accounts (id) on delete cascade,
  code_hash text not null,
  primary key (account_id, code_hash)
);

-- Sign-ins that wait for their second factor.
create table second_factor_tickets (
  ticket_hash text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  method text not null check (method in ('password', 'otp', 'oauth')),
  -- an identity to connect once the sign-in is complete
  identity jsonb,
  attempts integer not null default 0,
  expires_at timestamptz not null
);
create index second_factor_tickets_of_account on second_factor_tickets (account_id);
