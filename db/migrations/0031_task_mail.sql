-- Mail when a long task ends.

alter table accounts add column mail_long_tasks boolean not null default false;
-- when the mail about the end of the task was queued: a task gets one
alter table tasks add column end_mailed_at timestamptz;
