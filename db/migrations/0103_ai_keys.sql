-- Compatible: earlier versions don't know the table, and count no tokens.
-- The key of an account for a language model, encrypted. Columns of all its lists can use it.
create table ai_keys (
  account_id uuid primary key references accounts (id) on delete cascade,
  url text not null,
  model text not null,
  sealed text not null,
  saved_at timestamptz not null
);

-- The tokens of prompts by step and try: reserved before each request, and corrected by its answer.
alter table list_runs add column tokens jsonb not null default '{}';
