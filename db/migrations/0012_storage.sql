-- What each account stores, for its limits, and when the rows of old tasks are deleted.

-- Items and bytes of a list with its file, counted when the list is accepted.
alter table task_lists add column items integer not null default 0;
alter table task_lists add column bytes bigint not null default 0;
update task_lists l set items = stored.items, bytes = stored.bytes
from (
  select task_id, count(*) as items, sum(octet_length(input)) as bytes from task_items group by task_id
) stored
where stored.task_id = l.id;
update task_lists l set bytes = l.bytes + stored.bytes
from (select task_id, sum(octet_length(content)) as bytes from task_file_parts group by task_id) stored
where stored.task_id = l.id;

-- Bytes of the result rows.
alter table tasks add column row_bytes bigint not null default 0;
update tasks t set row_bytes = stored.bytes
from (
  select task_id, sum(coalesce(pg_column_size(row), 0)) as bytes from task_items group by task_id
) stored
where stored.task_id = t.id;

-- When the rows and the uploaded file were deleted, by the owner or because they were old. The task itself stays.
alter table tasks add column rows_deleted_at timestamptz;
create index tasks_by_end on tasks (finished_at) where rows_deleted_at is null;
