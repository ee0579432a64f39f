-- Disabled accounts, the addresses that accounts sign in from, and one trial per mailbox and card.

alter table accounts
  -- when the operator disabled the account: it has no sessions, and nobody can sign in
  add column disabled_at timestamptz,
  -- first credits of a disposable email address, granted once a card is there
  add column withheld_credits integer not null default 0 check (withheld_credits >= 0);

-- The mailbox that an email address reaches, as in engines/mailbox/mailbox.ts: without dots for Gmail, and
-- without +tag everywhere.
create function mailbox_of(email text) returns text language sql immutable parallel safe return
  case
    when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(regexp_replace(split_part(email, '@', 1), '^([^+]+)[+].*$', '\1'), '.', '') || '@gmail.com'
    else regexp_replace(split_part(email, '@', 1), '^([^+]+)[+].*$', '\1') || '@' || split_part(email, '@', 2)
  end;
create index accounts_of_mailbox on accounts (mailbox_of(email));

-- Keyed hashes of mailboxes that got free credits or a trial, and of cards that got a trial. They stay when the
-- account is deleted. holder_hash: keyed hash of the account's ID.
create table trial_claims (
  kind text not null check (kind in ('credits', 'trial', 'card')),
  key_hash text not null,
  holder_hash text not null,
  claimed_at timestamptz not null,
  primary key (kind, key_hash)
);

-- Where an account signed in from: an IPv4 address, or the /64 of an IPv6 address. Wrong passwords from
-- elsewhere don't slow down sign-ins from here.
create table known_addresses (
  account_id uuid not null references accounts (id) on delete cascade,
  address text not null,
  last_used_at timestamptz not null,
  primary key (account_id, address)
);
insert into known_addresses (account_id, address, last_used_at)
  select account_id, regexp_replace(address, '^::ffff:', ''), max(refreshed_at) from sessions
  where address ~ '^(::ffff:)?[0-9]+([.][0-9]+){3}$'
  group by 1, 2;
