-- Failures that another try can't change, such as a domain that doesn't exist. Only the others can run again.
alter table task_items add column final boolean not null default false;
alter table tasks add column failed_finally integer not null default 0;
