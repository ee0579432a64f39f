-- Settled items by the tool's outcome: {"deliverable": 12, "risky": 3}.
alter table tasks add column outcomes jsonb not null default '{}';
update tasks t set outcomes = counted.outcomes
from (
  select task_id, jsonb_object_agg(status, count) as outcomes
  from (
    select task_id, row ->> 'status' as status, count(*) as count
    from task_items where status = 'settled' and row ->> 'status' is not null group by 1, 2
  ) known
  group by task_id
) counted
where counted.task_id = t.id and t.type = 'csv-extraction';
