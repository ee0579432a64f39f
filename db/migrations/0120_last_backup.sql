-- Compatible: earlier versions don't know the table.
-- When the schedule last wrote a backup, noted by the server that has it, so that the others can say so, too.
create table last_backup (
  one boolean primary key default true check (one),
  written_at timestamptz,
  failed boolean not null
);
