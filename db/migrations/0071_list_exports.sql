-- The last export of a list by its name, so that the next one can have what is new or changed since.
create table list_exports (
  list_id uuid not null references lists (id) on delete cascade,
  name text not null,
  -- a digest of the search and conditions; empty for all rows
  filter text not null default '',
  -- lists.version at the start of the export
  version bigint not null,
  rows integer not null,
  at timestamptz not null,
  primary key (list_id, name, filter)
);
