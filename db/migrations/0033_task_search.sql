-- What the search of the task history reads of each task: its name and its first 100 items, at most 80 characters
-- of each (200 of the first, which is shown as the name), in lower case. A search never reads task_items. The
-- items are deleted with the rows of the task.
create table task_search_texts (
  task_id uuid primary key references tasks (id) on delete cascade,
  name text not null,
  items text not null
);
insert into task_search_texts (task_id, name, items)
select t.id, lower(coalesce(t.name, '')), coalesce((
  select lower(string_agg(left(
    case
      when t.type = 'company-to-domain' and i.input like '{"company_name":"%}' then i.input::jsonb ->> 'company_name'
      when t.type = 'linkedin-enrichment' and i.input like '{"linkedinUrl":"%}' then i.input::jsonb ->> 'linkedinUrl'
      when t.type <> 'csv-extraction' then i.input
      when i.input like '{"address":"%}' then i.input::jsonb ->> 'address'
      when i.input like '{"first_name":"%}' then concat_ws(
        ', ',
        nullif(btrim(concat_ws(' ', i.input::jsonb ->> 'first_name', i.input::jsonb ->> 'last_name')), ''),
        nullif(i.input::jsonb ->> 'domain', '')
      )
      else i.input
    end,
    case when i.position = 0 then 200 else 80 end
  ), E'\n' order by i.position))
  from task_items i where i.task_id = t.id and i.position < 100 and t.rows_deleted_at is null
), '')
from tasks t;
