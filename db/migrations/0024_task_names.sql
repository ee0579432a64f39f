-- What a task is called in the history: the name of its file or the one its user gave it, or else its first
-- item. The first item is deleted with the rows.
alter table tasks
  add column name text,
  add column first_item text;
update tasks t set name = f.name from task_files f where f.task_id = t.id and f.name <> 'list.csv';
update tasks t set first_item = left(
  case
    when t.type = 'company-to-domain' and i.input like '{"company_name":"%}' then i.input::jsonb ->> 'company_name'
    when t.type <> 'csv-extraction' then i.input
    when i.input like '{"address":"%}' then i.input::jsonb ->> 'address'
    when i.input like '{"first_name":"%}' then concat_ws(
      ', ',
      nullif(btrim(concat_ws(' ', i.input::jsonb ->> 'first_name', i.input::jsonb ->> 'last_name')), ''),
      nullif(i.input::jsonb ->> 'domain', '')
    )
    else i.input
  end,
  200
)
from task_items i where i.task_id = t.id and i.position = 0 and t.rows_deleted_at is null;
