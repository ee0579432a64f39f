-- The items and the file of a task are stored in batches before the task itself, so that other queries can
-- run in between. The task is inserted last; a list without a task was never started.
create table task_lists (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null
);
create index task_lists_of_account on task_lists (account_id);
insert into task_lists select id, account_id, created_at from tasks;

alter table task_items drop constraint task_items_task_id_fkey;
alter table task_items add foreign key (task_id) references task_lists (id) on delete cascade;
alter table task_files drop constraint task_files_task_id_fkey;
alter table task_files add foreign key (task_id) references task_lists (id) on delete cascade;
