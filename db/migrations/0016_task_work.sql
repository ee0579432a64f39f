-- The time budget of a run counts the task's own work instead of the time of day.
alter table tasks
  -- time that workers spent on this run, in ms; workers that serve several tasks count their share
  add column worked_ms integer not null default 0,
  -- settled items when this run started; a run with new ones continues in a next run
  add column processed_before_run integer not null default 0,
  drop column deadline_at,
  drop column last_active_at;
