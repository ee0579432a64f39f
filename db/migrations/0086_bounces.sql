-- Compatible: earlier versions don't know the tables.

-- Addresses that accounts got from us, so that what they report about others counts for no one else. No address is stored.
create table given_addresses (
  account_id uuid not null references accounts (id) on delete cascade,
  -- a keyed hash
  address_digest text not null,
  -- we called it deliverable
  verified boolean not null,
  -- what the account paid for it and can get back
  credits integer not null default 0,
  given_at timestamptz not null,
  -- the latest report that counted
  outcome text check (outcome in ('delivered', 'soft', 'hard')),
  primary key (account_id, address_digest)
);
create index given_addresses_by_age on given_addresses (given_at);

-- Addresses that bounced, for every account.
create table bounced_addresses (
  address_digest text primary key,
  kind text not null check (kind in ('hard', 'soft')),
  until timestamptz not null
);
create index bounced_addresses_by_age on bounced_addresses (until);

-- How many addresses of a domain were reported as sent to, and how many of them bounced.
create table bounce_domains (
  domain text primary key,
  sent integer not null,
  bounced integer not null,
  updated_at timestamptz not null
);
create index bounce_domains_by_age on bounce_domains (updated_at);

-- Reports that were counted, so that the same one changes nothing.
create table bounce_events (
  account_id uuid not null references accounts (id) on delete cascade,
  -- a keyed hash
  event_digest text not null,
  at timestamptz not null,
  primary key (account_id, event_digest)
);
create index bounce_events_by_age on bounce_events (at);

-- What an account reported on a UTC day.
create table bounce_days (
  account_id uuid not null references accounts (id) on delete cascade,
  day date not null,
  hard integer not null default 0,
  soft integer not null default 0,
  policy integer not null default 0,
  complaint integer not null default 0,
  other integer not null default 0,
  delivered integer not null default 0,
  -- hard bounces that changed nothing for others: not from us, or too many
  uncounted integer not null default 0,
  -- credits that came back
  returned integer not null default 0,
  primary key (account_id, day)
);

-- The address that providers send reports to, and the keys that check who sent them.
create table bounce_inboxes (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- of the token in the address
  token_hash text not null unique,
  -- encrypted: the token
  token text not null,
  -- encrypted: keys by provider, as JSON
  keys text,
  created_at timestamptz not null
);
