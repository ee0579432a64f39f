-- Compatible: earlier versions don't know the columns, and start runs as before.
-- The run whose end a list that runs by itself waits for. null: none
alter table lists add column auto_run uuid references task_lists (id) on delete set null;
-- Why its new rows wait: cap, credits, budget. null: they don't
alter table lists add column auto_wait text;
-- The credits that could be spent when it began to wait for more. null: any number
alter table lists add column auto_wait_credits bigint;
-- When its new rows were looked at last, so that accounts and their lists take turns.
alter table lists add column auto_looked_at timestamptz;
create index lists_of_auto_run on lists (auto_run) where auto_run is not null;
create index lists_that_wait on lists (auto_wait) where auto_wait is not null;
-- The exclusion lists whose people and companies a run doesn't work. null: all of the account
alter table list_runs add column leave_out jsonb;
