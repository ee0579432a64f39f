-- What the search of the task history reads of each task, besides its name: its first 100 items, at most 80
-- characters of each, in lower case. A search never reads task_items. Deleted with the rows of the task.
create table task_search_texts (
  task_id uuid primary key references task_lists (id) on delete cascade,
  items text not null
);
insert into task_search_texts (task_id, items)
select i.task_id, lower(string_agg(left(
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
  80
), E'\n' order by i.position))
from task_items i join tasks t on t.id = i.task_id
where i.position < 100 and t.rows_deleted_at is null
group by i.task_id;
