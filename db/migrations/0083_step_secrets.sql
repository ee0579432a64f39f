-- Compatible: earlier versions don't know the table.
-- Secrets that steps of lists send to other services, encrypted. Steps name them by their IDs.
create table step_secrets (
  id text primary key,
  list_id uuid not null references lists (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  -- the only scheme, host and port that it is sent to
  origin text not null,
  sealed text not null,
  created_at timestamptz not null
);
create index step_secrets_by_list on step_secrets (list_id);
create index step_secrets_by_account on step_secrets (account_id);
