-- Leads of a search that are saved to a list.
alter table lists drop constraint lists_kind_check;
alter table lists add constraint lists_kind_check check (kind in ('extension', 'task', 'leads'));

create table lead_saves (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  lead_database text not null,
  -- filters and options of the search
  request jsonb not null,
  list_name text not null,
  -- the list, from its first row on
  list_id uuid references lists (id) on delete set null,
  -- the export that pays for what is saved next
  export_id uuid references lead_exports (id) on delete set null,
  api_key_id uuid,
  state text not null default 'saving' check (state in ('saving', 'done', 'failed')),
  leads integer not null,
  added integer not null default 0,
  updated integer not null default 0,
  refused integer not null default 0,
  cost integer not null default 0,
  problem text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index lead_saves_by_account on lead_saves (account_id, created_at);
create index lead_saves_by_list on lead_saves (list_id);
create index lead_saves_by_export on lead_saves (export_id);
