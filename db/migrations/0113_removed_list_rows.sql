-- Compatible: earlier versions don't know the tables and the columns, and delete rows that can't come back.
-- Rows of a list that a person deleted at once, or merged into others, and can have back for 30 days.
create table list_removals (
  -- the edit that is undone
  id uuid primary key,
  list_id uuid not null references lists (id) on delete cascade,
  rows integer not null default 0,
  bytes bigint not null default 0,
  -- of the list at that time
  key_column text,
  -- IDs of columns that were deleted since, or shortly before
  lost_columns jsonb not null default '[]',
  -- its rows are being deleted, and it can't be undone
  forgotten boolean not null default false,
  at timestamptz not null
);
create index list_removals_by_list on list_removals (list_id, at);
create index list_removals_by_time on list_removals (at);
create index list_removals_forgotten on list_removals (id) where forgotten;

create table removed_list_rows (
  list_id uuid not null references lists (id) on delete cascade,
  -- as in list_rows, where it was
  row_id bigint not null,
  removal uuid not null references list_removals (id) on delete cascade,
  cells jsonb not null,
  edited jsonb,
  keys jsonb not null,
  version bigint not null,
  added_at timestamptz not null,
  updated_at timestamptz not null,
  bytes integer not null,
  -- its list_cells
  answers jsonb not null,
  -- its list_history
  history jsonb not null,
  -- the row that it was merged into, and what that row took: the steps whose cells it got, and new keys
  merged_into bigint,
  taken jsonb,
  at timestamptz not null,
  primary key (list_id, row_id)
);
create index removed_list_rows_by_removal on removed_list_rows (removal, row_id);

-- Grows when rows changed without a new version, as after their export was dated. Indexes in memory read the list again then.
alter table lists add column reread_version bigint not null default 0;

-- The row didn't count as changed, and doesn't when the change is undone.
alter table list_history add column quiet boolean not null default false;
