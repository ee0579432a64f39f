-- Compatible: earlier versions don't know the column.
-- Whether rows that came in made the change, also as an edit that can be undone. Those before this version have no edit.
alter table list_history add column imported boolean not null default false;
