-- What the person chose for a task, such as the depth of website extraction.
alter table tasks add column options jsonb not null default '{}'::jsonb;

-- The own columns of a list of websites. Its rows refer to items, which are distinct.
create table website_lists (
  task_id uuid primary key references task_lists (id) on delete cascade,
  columns jsonb not null
);
create table website_list_rows (
  task_id uuid not null references website_lists (task_id) on delete cascade,
  row integer not null,
  -- of the row's item; null for a row without a web address
  position integer,
  -- the address as it was given
  input text not null,
  -- the row as a CSV record
  record text not null,
  primary key (task_id, row)
);
