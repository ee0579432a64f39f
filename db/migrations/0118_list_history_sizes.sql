-- Compatible: earlier versions don't know the table, and what they keep doesn't count.
-- How many bytes of values that edits, imports and runs replaced in lists an account keeps, by the hour in which they were
-- replaced. The oldest are forgotten first.
create table list_history_sizes (
  account_id uuid not null references accounts (id) on delete cascade,
  hour timestamptz not null,
  bytes bigint not null,
  -- the newest change of the hour
  last_id bigint not null,
  primary key (account_id, hour)
);
create index list_history_sizes_by_hour on list_history_sizes (hour);
