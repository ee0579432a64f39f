-- Compatible: earlier versions only get other numbers.
-- Two sweeps for people who opted out could subtract the same results twice. A task with a count below 0 can't be shown.
update tasks t set found = (
  select count(*) from task_items i where i.task_id = t.id and i.status = 'settled' and i.found
)
where t.found < 0;
update task_days set found = 0 where found < 0;
