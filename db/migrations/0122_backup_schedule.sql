-- Compatible: earlier versions don't know the columns, and a note of theirs counts for as long as a new one.
-- How often the noted schedule backs up, and when its server last said that it has it: one that was turned off says no more.
alter table last_backup
  add column every_hours integer not null default 24,
  add column seen_at timestamptz not null default now();
