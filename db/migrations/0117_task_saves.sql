-- Compatible: earlier versions start tasks without the columns, and a later process saves the results of tasks that they end.
alter table tasks add column save jsonb;
alter table tasks add column save_at timestamptz;
create index tasks_to_save on tasks (save_at) where save_at is not null;
