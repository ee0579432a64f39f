-- Compatible: earlier versions don't know the table.
-- The AUTH_SECRET that this database is used with. Opt-outs, former addresses and others are stored as hashes with it.
create table auth_secret (
  one boolean primary key default true check (one),
  fingerprint text not null,
  stored_at timestamptz not null default now()
);
