-- Compatible: earlier versions compute all rows when a step is saved, and leave these columns as they are.
-- The last row that was computed since the steps of a list changed, and how many were; null: all are.
alter table lists add column refresh_after bigint;
alter table lists add column refresh_done integer not null default 0;
create index lists_to_refresh on lists (id) where refresh_after is not null;
