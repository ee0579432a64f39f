-- A key can be of several rows, because people can type a value twice. An import updates the first of them.
alter table list_row_keys drop constraint list_row_keys_pkey;
alter table list_row_keys add primary key (list_id, key, row_id);

alter table lists
  -- the key column changed: rows that are computed again lose the keys of the column before
  add column refresh_keys boolean not null default false,
  -- IDs of deleted columns whose values are still being removed
  add column deleted_columns jsonb not null default '[]';

-- Of the columns in `before`: those whose values a person had typed. null for changes of earlier versions.
alter table list_history add column typed jsonb;

-- Rows that were typed or edited have no key yet.
update lists set refresh_after = 0, refresh_done = 0, refresh_keys = true where key_column is not null;
